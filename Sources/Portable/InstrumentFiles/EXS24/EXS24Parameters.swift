package import PeachMusicUnits

/// The sound parameters of an EXS24 instrument.
package struct EXS24Parameters: Hashable, Sendable {
  /// The values by parameter ID.
  package private(set) var values = KeyedArray<Int, Int>()

  package enum Name: Int, Sendable {
    case bendUp = 0x03
    case voices = 0x05
    case masterVolume = 0x07
    case volumeKeyScale = 0x08
    case monophonic = 0x0A
    case coarseTune = 0x0E
    case fineTune = 0x0F
    case glide = 0x14
    case resonance = 0x1D
    case cutoff = 0x1E
    case filterIsOn = 0x2C
    case transpose = 0x2D
    case filterKeyTracking = 0x2E
    case secondHold = 0x38
    case lfoFade = 0x3C
    case lfoRate = 0x3D
    case lfoWave = 0x3E
    case secondLFORate = 0x3F
    case secondLFOWave = 0x40
    case drive = 0x4B
    case secondAttackHigh = 0x4C
    case secondAttackLow = 0x4D
    case secondDecay = 0x4E
    case secondSustain = 0x4F
    case secondRelease = 0x50
    case sustain = 0x51
    case attackHigh = 0x52
    case attackLow = 0x53
    case decay = 0x54
    case release = 0x55
    case hold = 0x58
    case velocitySensitivity = 0x5A
    case randomSelection = 0xA3
    case randomVelocity = 0xA4
    case thirdLFORate = 0xA7
    case filterType = 0xF3
    case pan = 0x160
    case secondDelay = 0x16C
    case delay = 0x16D
  }

  init() {}

  init(_ payload: EXS24Payload) {
    let count = min(payload.number(0, bytes: 4), (payload.count - 4) / 3)
    guard count > 0 else { return }
    for index in 0..<count {
      let name = Int(payload.byte(4 + index))
      if name != 0 {
        values.setValue(payload.signed(4 + count + 2 * index, bytes: 2), for: name)
      }
    }
    let second = 4 + 3 * count
    let more = min(payload.number(second, bytes: 4), (payload.count - second - 4) / 4)
    for index in 0..<max(more, 0) {
      let offset = second + 4 + 4 * index
      let name = payload.number(offset, bytes: 2)
      if name != 0 { values.setValue(payload.signed(offset + 2, bytes: 2), for: name) }
    }
  }

  subscript(name: Name) -> Int? { values[name.rawValue] }
}
