#if canImport(AudioToolbox) && canImport(AVFAudio)
  import Dispatch
  import PeachPlugIn

  /// Services a unit on the main queue. Straightens its presets on another queue, because that takes
  /// up to a second each.
  final class UnitService: @unchecked Sendable {
    // Sound: used on the main queue only.

    private let unit: SamplerUnit
    private let queue = DispatchQueue(label: "peach.straightening", qos: .userInitiated)
    private var isStraightening = false

    init(_ unit: SamplerUnit) { self.unit = unit }

    func run() {
      unit.service(straightens: false)
      guard !isStraightening, let task = unit.nextStraightening() else { return }
      isStraightening = true
      queue.async {
        task.run()
        DispatchQueue.main.async {
          self.isStraightening = false
          self.unit.finish(task)
        }
      }
    }
  }
#endif
