import PeachInstrumentModel
import PeachMIDIEvents
import PeachPlugIn
import PeachSynthesis
import SoundMeasurement

/// A unit as a host has it, with banks made in memory that it opens by name.
final class SamplerUnitFixture {
  static let sampleRate = 44_100.0

  let unit: SamplerUnit
  var left: [Float] = []
  var right: [Float] = []
  private var pending: [UnitEvent] = []

  /// A unit that finds these banks, in folder /banks unless their names say otherwise.
  init(
    _ banks: [String: SoundBank], allowed: [String]? = nil, bankMode: BankMode? = .plain,
    effects: Bool = true, inTune: Bool = false, interpolation: InterpolationQuality = .doubled
  ) {
    let paths = Dictionary(
      uniqueKeysWithValues: banks.map {
        ($0.key.hasPrefix("/") ? $0.key : "/banks/\($0.key)", $0.value)
      }
    )
    let access = BankAccess(
      allowedFolders: allowed,
      resolve: { path in
        let plain = path.split(separator: "/").reduce(into: [Substring]()) { parts, part in
          if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }
        let whole = "/" + plain.joined(separator: "/")
        let isThere = paths.keys.contains { $0 == whole || $0.hasPrefix(whole + "/") }
        return isThere ? whole : nil
      },
      open: { path throws(UnitLoadError) in
        guard let bank = paths[path] else { throw .unreadable(path: path, reason: "no bank") }
        return bank
      })
    unit = SamplerUnit(
      access: access,
      configuration: SynthesizerConfiguration(
        maximumVoices: 96, bankMode: bankMode, effects: effects, interpolation: interpolation))
    if inTune { return }
    do { try unit.set(0, ofParameterAt: UnitMode.inTune.rawValue) } catch {
      preconditionFailure("\(error)")
    }
  }

  /// One that plays one preset.
  convenience init(playing bank: SoundBank, effects: Bool = false) throws {
    self.init(["a.sf2": bank], effects: effects)
    try unit.load("/banks/a.sf2", usingPreset: 0)
    unit.allocateRenderResources(sampleRate: Self.sampleRate)
  }

  /// Renders `count` frames with events on their frames, in blocks of `block` frames.
  @discardableResult
  func render(_ count: Int, _ events: [UnitEvent] = [], block: Int = 512) -> ArraySlice<Float> {
    let start = left.count
    left += [Float](repeating: .nan, count: count)
    right += [Float](repeating: .nan, count: count)
    var done = 0
    while done < count {
      let run = min(block, count - done)
      let own = events.filter { $0.frame >= done && $0.frame < done + run }.map {
        UnitEvent(frame: $0.frame - done, $0.content)
      }
      own.withUnsafeBufferPointer { own in
        left.withUnsafeMutableBufferPointer { left in
          right.withUnsafeMutableBufferPointer { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return }
            SamplerUnit.render(
              unit.renderContext, events: own, left: left + start + done,
              right: right + start + done, count: run)
          }
        }
      }
      done += run
    }
    return left[start...]
  }

  /// Renders with MIDI bytes at the start of the block.
  @discardableResult
  func play(_ bytes: [UInt8], frames: Int = 64) -> ArraySlice<Float> {
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return render(frames) }
      return render(frames, [UnitEvent(frame: 0, .bytes(start, count: bytes.count))], block: frames)
    }
  }

  static func on(_ key: UInt8, at frame: Int = 0, velocity: UInt8 = 127) -> UnitEvent {
    event([0x90, key, velocity], at: frame)
  }

  static func off(_ key: UInt8, at frame: Int = 0) -> UnitEvent {
    event([0x80, key, 0], at: frame)
  }

  /// Returns an event with a message of up to three bytes.
  static func event(_ bytes: [UInt8], at frame: Int = 0) -> UnitEvent {
    let message = MIDIMessage(
      status: bytes[0], data1: bytes[1], data2: bytes.count > 2 ? bytes[2] : 0)
    return UnitEvent(frame: frame, .message(message ?? .pitchBend(channel: 0, value: 0)))
  }

  /// A bank of presets of these numbers, each a tone of its own level.
  static func bank(
    _ numbers: [(bank: UInt16, program: UInt8)], modulators: [Modulator] = []
  ) -> SoundBank {
    var bank = TestBank.tone()
    bank.presets = numbers.map { number in
      Preset(
        identifier: PresetIdentifier(bank: number.bank, program: number.program),
        name: "\(number.bank):\(number.program)")
    }
    var made = SoundBank(
      information: bank.information, presets: bank.presets, samples: bank.samples,
      storage: bank.storage,
      regionSource: { preset, _ in
        var own = Region(sample: 0, modulators: modulators)
        own.generators[.sampleModes] = 1
        own.generators[.initialAttenuation] = Float(10 * preset)
        return [own]
      })
    made.information.name = "Numbers"
    return made
  }
}
