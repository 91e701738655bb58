import PeachInstrumentModel

/// A region's conditions and performance for the audio thread: plain numbers and pointers.
struct PreparedConditions: BitwiseCopyable {
  var trigger: RegionConditions.Trigger
  var starts: UnsafePointer<RegionConditions.Start>
  var startCount: Int
  var sequenceLength: UInt16
  var sequencePosition: UInt16
  /// Regions that answer the same notes in turn count them in the same place.
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
  var endedBy: UInt32
  var ending: RegionConditions.Ending
  /// 0 for as many as there are voices.
  var polyphony: UInt16
  var keyPolyphony: UInt16
  var selfMasks: Bool
  var playsThrough: Bool
  var isSustained: Bool
  var ignoresDeadNotes: Bool

  var performance: PreparedExtendedParameters

  /// What must happen for it to sound.
  @inline(__always) var occasion: TriggerEvent {
    switch trigger {
    case .attack, .first, .legato: .struck
    case .release: .letGo
    case .releaseKey: .lifted
    case .movement: .moved
    }
  }

  /// Whether a movement makes it sound.
  func startsAt(_ source: RegionConditions.Start.Source, _ value: UInt8) -> Bool {
    for index in 0..<startCount {
      let start = starts[index]
      guard value >= start.lowest && value <= start.highest else { continue }
      switch (start.source, source) {
      case (.controller(let own), .controller(let moved)): if own == moved { return true }
      case (.channelPressure, .channelPressure), (.keyPressure, .keyPressure): return true
      default: break
      }
    }
    return false
  }
}

/// The keys that decide, as bytes: 255 for none.
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

/// What makes regions sound.
enum TriggerEvent: UInt8, BitwiseCopyable {
  /// A key goes down, or a note begins.
  case struck
  /// A key goes up and no pedal holds it, or the pedal that held it goes up.
  case letGo
  /// A key goes up.
  case lifted
  /// A controller or a pressure moves.
  case moved
}
