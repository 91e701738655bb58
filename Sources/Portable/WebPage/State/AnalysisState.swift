/// The measurements of banks as the page shows them. One request is performed after another.
struct AnalysisState {
  struct Request: Equatable {
    var bank: String
    var message: AnalysisMessage
  }

  /// The first one is being performed.
  private(set) var requests: [Request] = []
  private(set) var percent = 0.0
  /// The bank that the worker has; `nil` without a worker.
  private var openedBank: String?
  /// The bank whose presets are shown.
  private(set) var bank = ""
  private(set) var presets: [PresetProof] = []
  private(set) var isProved = false
  private(set) var isStraightened = false
  /// The presets whose plots are shown, if there are many.
  var plotted: Set<String> = []
  private var hasFailed = false

  /// The maximum number of presets whose plots are all shown.
  private static var plotLimit: Int { 12 }

  /// Adds a request. Returns it if it is to be performed now.
  mutating func add(_ request: Request) -> Request? {
    guard !requests.contains(request) else { return nil }
    if request.message == .prove {
      (bank, presets, plotted) = (request.bank, [], [])
      (isProved, isStraightened) = (false, false)
    }
    requests.append(request)
    return requests.count == 1 ? start() : nil
  }

  /// Returns the first request, whose bank the worker then has.
  private mutating func start() -> Request? {
    if let request = requests.first { openedBank = request.bank }
    return requests.first
  }

  mutating func take(_ report: AnalysisReport) {
    switch report {
    case .progress(let percent): self.percent = percent
    case .failed: hasFailed = true
    case .preset(let proof):
      guard let request = requests.first, request.bank == bank else { return }
      if let index = presets.firstIndex(where: { $0.tag == proof.tag }) {
        let badge = proof.badge ?? presets[index].badge
        presets[index] = proof
        presets[index].badge = badge
      } else if request.message == .prove {
        presets.append(proof)
      }
    case .finished, .steadiness: break
    }
  }

  /// Ends the present request. Returns it, unless it has failed, and the next one.
  mutating func finish() -> (done: Request?, next: Request?) {
    guard !requests.isEmpty else { return (nil, nil) }
    let request = requests.removeFirst()
    if request.bank == bank && !hasFailed {
      if request.message == .prove { isProved = true }
      if request.message == .straighten { isStraightened = true }
    }
    defer { (percent, hasFailed) = (0, false) }
    return (hasFailed ? nil : request, start())
  }

  /// Cancels all requests.
  mutating func halt() { (requests, percent, hasFailed, openedBank) = ([], 0, false, nil) }

  /// Cancels the requests of a bank whose files have changed. Returns whether the worker has read
  /// them, and the request to perform then.
  mutating func forget(bank name: String) -> (isOpened: Bool, next: Request?) {
    if bank == name {
      (bank, presets, plotted) = ("", [], [])
      (isProved, isStraightened) = (false, false)
    }
    requests.removeAll { $0.bank == name }
    guard openedBank == name else { return (false, nil) }
    (percent, hasFailed, openedBank) = (0, false, nil)
    return (true, start())
  }

  func isPlotted(_ proof: PresetProof) -> Bool {
    !proof.plot.isEmpty && (presets.count <= Self.plotLimit || plotted.contains(proof.tag))
  }
}
