/// The measurements of banks as the page shows them. One request is performed after another.
struct AnalysisState {
  struct Request: Equatable {
    var bank: String
    var message: AnalysisMessage
  }

  /// The first one is being performed.
  private(set) var requests: [Request] = []
  private(set) var percent = 0.0
  /// The time that the present request still takes, in seconds; `nil` if it is not known yet.
  private(set) var secondsLeft: Double?
  /// The first progress of the present request, and its time in seconds.
  private var start: (percent: Double, seconds: Double)?
  /// Whether only presets are shown that are notably off.
  var showsOnlyInaccurate = false
  /// The bank that the worker has; `nil` without a worker.
  private var openedBank: String?
  /// The bank whose presets are shown.
  private(set) var bank = ""
  private(set) var presets: [PresetProof] = []
  private(set) var isProved = false
  private(set) var isStraightened = false
  /// The presets whose plots are shown, if there are many.
  var plotted: [String] = []
  private var hasFailed = false

  /// The maximum number of presets whose plots are all shown.
  private static var plotLimit: Int { 12 }

  /// Adds a request. Returns it if it is to be performed now.
  mutating func add(_ request: Request) -> Request? {
    guard !requests.contains(request) else { return nil }
    if request.message == .prove {
      (bank, presets, plotted) = (request.bank, [], [])
      (isProved, isStraightened, showsOnlyInaccurate) = (false, false, false)
    }
    requests.append(request)
    return requests.count == 1 ? begin() : nil
  }

  /// Returns the first request, whose bank the worker then has.
  private mutating func begin() -> Request? {
    if let request = requests.first { openedBank = request.bank }
    return requests.first
  }

  /// - Parameter seconds: The time of the report.
  mutating func take(_ report: AnalysisReport, at seconds: Double) {
    switch report {
    case .progress(let percent): progress(percent, at: seconds)
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

  private mutating func progress(_ percent: Double, at seconds: Double) {
    self.percent = percent
    guard let start else {
      start = (percent, seconds)
      return
    }
    let share = percent - start.percent
    if share >= 2 { secondsLeft = (seconds - start.seconds) / share * (100 - percent) }
  }

  /// Forgets the progress of a request.
  private mutating func resetProgress() {
    (percent, secondsLeft, start, hasFailed) = (0, nil, nil, false)
  }

  /// Ends the present request. Returns it, unless it has failed, and the next one.
  mutating func finish() -> (done: Request?, next: Request?) {
    guard !requests.isEmpty else { return (nil, nil) }
    let request = requests.removeFirst()
    if request.bank == bank && !hasFailed {
      if request.message == .prove { isProved = true }
      if request.message == .straighten { isStraightened = true }
    }
    let done = hasFailed ? nil : request
    resetProgress()
    return (done, begin())
  }

  /// Cancels all requests.
  mutating func halt() {
    (requests, openedBank) = ([], nil)
    resetProgress()
  }

  /// Cancels the requests of a bank whose files have changed. Returns whether the worker has read
  /// them, and the request to perform then.
  mutating func forget(bank name: String) -> (isOpened: Bool, next: Request?) {
    if bank == name {
      (bank, presets, plotted) = ("", [], [])
      (isProved, isStraightened) = (false, false)
    }
    requests.removeAll { $0.bank == name }
    guard openedBank == name else { return (false, nil) }
    openedBank = nil
    resetProgress()
    return (true, begin())
  }

  func isPlotted(_ proof: PresetProof) -> Bool {
    !proof.plot.isEmpty && (presets.count <= Self.plotLimit || plotted.contains(proof.tag))
  }
}
