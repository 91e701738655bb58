#if canImport(AudioToolbox) && canImport(AVFAudio)
  import Dispatch
  import PeachPlugIn

  /// Services a unit on the main queue. Prepares its presets on another queue, because that takes
  /// up to a few seconds each.
  final class UnitService: @unchecked Sendable {
    // Safe: used on the main queue only.

    private let unit: SamplerUnit
    private let queue = DispatchQueue(label: "peach.preparation", qos: .userInitiated)
    private var isPreparing = false

    init(_ unit: SamplerUnit) { self.unit = unit }

    /// Returns whether another bank was loaded.
    func run() -> Bool {
      let reports = unit.service(prepares: false)
      if !isPreparing, let task = unit.nextPreparation() {
        isPreparing = true
        queue.async {
          task.run()
          DispatchQueue.main.async {
            self.isPreparing = false
            // A preset that cannot be prepared plays as in the bank.
            _ = self.unit.finish(task)
          }
        }
      }
      return reports.contains { if case .loaded = $0 { true } else { false } }
    }
  }
#endif
