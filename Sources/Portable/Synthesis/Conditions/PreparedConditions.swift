import PeachInstrumentModel

/// A region's conditions and extended parameters in the form for the audio thread.
struct PreparedConditions: BitwiseCopyable {
  var trigger: RegionConditions.Trigger
  var starts: UnsafePointer<RegionConditions.Start>
  var startCount: Int
  var sequenceLength: UInt16
  var sequencePosition: UInt16
  var roundRobinIndex: Int
  var lowestRandom: Float
  var highestRandom: Float
  var hasKeyswitch: Bool
  var keyswitch: PreparedKeyswitch
  var controllers: UnsafePointer<RegionConditions.ControllerRange>
  var controllerCount: Int
  var lowestBend: Int
  var highestBend: Int
  var lowestPressure: UInt8
  var highestPressure: UInt8

  var group: UInt32
  var offBy: UInt32
  var ending: RegionConditions.Ending
  /// The maximum number of notes of the group; 0 for no limit.
  var polyphony: UInt16
  var keyPolyphony: UInt16
  var selfMasks: Bool
  var isOneShot: Bool
  var isSustained: Bool
  var ignoresDeadNotes: Bool

  var extendedParameters: PreparedExtendedParameters

  func isTriggered(by source: RegionConditions.Start.Source, _ value: UInt8) -> Bool {
    for index in 0..<startCount {
      let start = starts[index]
      guard value >= start.lowest && value <= start.highest else { continue }
      switch (start.source, source) {
      case (.controller(let own), .controller(let changed)): if own == changed { return true }
      case (.channelPressure, .channelPressure), (.keyPressure, .keyPressure): return true
      default: break
      }
    }
    return false
  }
}

/// The key switches of a region; 255 for none.
struct PreparedKeyswitch: BitwiseCopyable {
  var lowestKey: UInt8 = 0
  var highestKey: UInt8 = 127
  var initial: UInt8 = 255
  var lowestLast: UInt8 = 255
  var highestLast: UInt8 = 255
  var down: UInt8 = 255
  var up: UInt8 = 255
  var previous: UInt8 = 255

  init(_ keyswitch: RegionConditions.Keyswitch?) {
    guard let keyswitch else { return }
    lowestKey = min(keyswitch.keys.lowerBound, 127)
    highestKey = min(keyswitch.keys.upperBound, 127)
    func key(_ key: UInt8?) -> UInt8 { key.map { min($0, 127) } ?? 255 }
    initial = key(keyswitch.initial)
    lowestLast = key(keyswitch.last?.lowerBound)
    highestLast = key(keyswitch.last?.upperBound)
    down = key(keyswitch.down)
    up = key(keyswitch.up)
    previous = key(keyswitch.previous)
  }
}

enum TriggerEvent: UInt8, BitwiseCopyable {
  case noteOn
  /// A key goes up and no pedal holds it, or the pedal that holds it goes up.
  case release
  /// A key goes up, whether a pedal holds it or not.
  case noteOff
  case controllerChange
}

extension RegionConditions.Trigger {
  @inline(__always) var event: TriggerEvent {
    switch self {
    case .attack, .first, .legato: .noteOn
    case .release: .release
    case .releaseKey: .noteOff
    case .movement: .controllerChange
    }
  }
}
