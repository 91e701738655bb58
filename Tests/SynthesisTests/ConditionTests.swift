import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// Region selection: each region has a constant level of its own, which identifies it in the
/// output.
@Suite("Region conditions")
struct ConditionTests {
  /// A bank whose region `index` plays 2^index, in units of ``unit``.
  private static func bank(
    _ conditions: [RegionConditions], _ change: (Int, inout Region) -> Void = { _, _ in }
  ) -> SoundBank {
    let regions = conditions.indices.map { index in
      var region = Region(sample: index, conditions: conditions[index])
      region.generators[.sampleModes] = 1
      change(index, &region)
      return region
    }
    return TestBank.bank(
      samples: conditions.indices.map {
        ([Int16](repeating: 512 << Int16($0), count: 100), 0..<100, 48_000, 60)
      }, presets: [regions])
  }

  /// The output of a 16-bit step of 512 at center pan, with constant power.
  private static let unit = 512.0 / 32768 * 0.5.squareRoot()

  /// Returns the active regions at a frame as a bit set.
  private static func heard(_ bank: SoundBank, _ events: [TimedEvent], at frames: [Int]) throws
    -> [Int]
  {
    let count = (frames.max() ?? 0) + 1
    let audio = try Render(bank, events, frames: count, effects: false)
    return frames.map { Int((Double(audio.left[$0]) / unit).rounded()) }
  }

  private static func on(_ frame: Int, _ key: UInt8 = 60, _ velocity: UInt8 = 127) -> TimedEvent {
    TimedEvent(frame: frame, event: .noteOn(channel: 0, key: key, velocity: velocity))
  }

  private static func off(_ frame: Int, _ key: UInt8 = 60) -> TimedEvent {
    TimedEvent(frame: frame, event: .noteOff(channel: 0, key: key))
  }

  /// Plays and releases keys repeatedly, and returns the regions of each note.
  private static func playedNotes(_ bank: SoundBank, keys: [UInt8]) throws -> [Int] {
    let events = keys.enumerated().flatMap { [on(4000 * $0, $1), off(4000 * $0 + 2000, $1)] }
    return try heard(bank, events, at: keys.indices.map { 4000 * $0 + 1000 })
  }

  private static func conditions(
    _ change: (inout RegionConditions) -> Void
  ) -> RegionConditions {
    var conditions = RegionConditions()
    change(&conditions)
    return conditions
  }

  @Test("Round robin: each note selects the next region, for any key of the range")
  func sequence() throws {
    let regions = (1...3).map { position in
      Self.conditions {
        $0.sequenceLength = 3
        $0.sequencePosition = UInt16(position)
      }
    }
    #expect(
      try Self.playedNotes(Self.bank(regions), keys: [60, 60, 61, 60, 62, 60, 60])
        == [1, 2, 4, 1, 2, 4, 1])
    // Regions of other keys have their own counters.
    let split = Self.bank(regions + regions) { index, region in
      region.keys = index < 3 ? 0...59 : 60...127
    }
    #expect(try Self.playedNotes(split, keys: [60, 50, 60, 50, 60]) == [8, 1, 16, 2, 32])
  }

  @Test("Random ranges: one region per note, in proportion to its range")
  func random() throws {
    let regions = [0..<0.25, Float(0.25)..<1].map { range in
      Self.conditions { $0.random = range }
    }
    let bank = Self.bank(regions)
    let keys = [UInt8](repeating: 60, count: 200)
    let heard = try Self.playedNotes(bank, keys: keys)
    #expect(heard.allSatisfy { $0 == 1 || $0 == 2 })
    // 50 of 200 with a standard deviation of 6.1.
    let first = heard.count { $0 == 1 }
    #expect((32...68).contains(first), "\(first)")
    // Repeatable: random values belong to the synthesizer and restart with it.
    #expect(try Self.playedNotes(bank, keys: keys) == heard)
  }

  @Test("Key switches: the last key of the range selects, with a default")
  func keyswitch() throws {
    let regions = [UInt8(24), 25].map { key in
      Self.conditions {
        $0.keyswitch = .init(keys: 24...27)
        $0.keyswitch?.initial = 25
        $0.keyswitch?.last = key...key
      }
    }
    let bank = Self.bank(regions) { _, region in region.keys = 40...80 }
    #expect(
      try Self.playedNotes(bank, keys: [60, 24, 60, 61, 25, 60, 26, 60]) == [
        2, 0, 1, 1, 0, 2, 0, 0,
      ])
  }

  @Test("Keys that must be down, up, or played before")
  func keysDown() throws {
    let regions = [
      Self.conditions {
        $0.keyswitch = .init()
        $0.keyswitch?.down = 20
      },
      Self.conditions {
        $0.keyswitch = .init()
        $0.keyswitch?.up = 20
      },
      Self.conditions {
        $0.keyswitch = .init()
        $0.keyswitch?.previous = 70
      },
    ]
    let bank = Self.bank(regions) { _, region in region.keys = 60...60 }
    let events = [
      Self.on(0), Self.off(500), Self.on(1000, 20), Self.on(2000), Self.off(2500),
      Self.off(3000, 20), Self.on(3500, 70), Self.off(3600, 70), Self.on(4000),
    ]
    #expect(try Self.heard(bank, events, at: [400, 2400, 4400]) == [2, 1, 6])
  }

  @Test("Controllers, pitch bend and pressure must be in a region's range")
  func ranges() throws {
    let regions = [
      Self.conditions { $0.controllers = [.init(controller: 1, lowest: 64)] },
      Self.conditions { $0.bend = -8192 ... -1 },
      Self.conditions { $0.pressure = 100...127 },
      Self.conditions { $0.controllers = [.init(controller: 1, lowest: 5, highest: 4)] },
    ]
    let events = [
      Self.on(0), Self.off(500),
      TimedEvent(frame: 600, event: .controlChange(channel: 0, controller: 1, value: 64)),
      TimedEvent(frame: 600, event: .pitchBend(channel: 0, value: 0)),
      TimedEvent(frame: 600, event: .channelPressure(channel: 0, value: 100)),
      Self.on(1000),
    ]
    #expect(try Self.heard(Self.bank(regions), events, at: [400, 1400]) == [0, 7])
  }

  @Test("First and legato: whether another key is down")
  func legato() throws {
    let bank = Self.bank([
      Self.conditions { $0.trigger = .first }, Self.conditions { $0.trigger = .legato },
    ])
    let events = [Self.on(0, 60), Self.on(1000, 62), Self.off(2000, 60), Self.off(2000, 62)]
    #expect(try Self.heard(bank, events, at: [900, 1900]) == [1, 3])
  }

  @Test("Release: at note-off or pedal-up; the loop is played once")
  func release() throws {
    let bank = Self.bank([
      RegionConditions(), Self.conditions { $0.trigger = .release },
      Self.conditions { $0.trigger = .releaseKey },
    ]) { index, region in if index > 0 { region.generators[.sampleModes] = 0 } }
    let pedal = { (frame: Int, value: UInt8) in
      TimedEvent(frame: frame, event: .controlChange(channel: 0, controller: 64, value: value))
    }
    #expect(
      try Self.heard(bank, [Self.on(0), Self.off(1000)], at: [500, 1080, 3000]) == [1, 6, 0])
    // With the pedal down `releaseKey` triggers at note-off, `release` at pedal-up.
    let held = [pedal(0, 127), Self.on(0), Self.off(1000), pedal(2000, 0)]
    #expect(try Self.heard(bank, held, at: [500, 1080, 1900, 2080]) == [1, 5, 1, 2])
    // A note with an ID is released like a key.
    let note = [
      TimedEvent(frame: 0, event: .startNote(Note(id: 5, noteNumber: 60))),
      TimedEvent(frame: 1000, event: .release(note: 5)),
    ]
    #expect(try Self.heard(bank, note, at: [500, 1080]) == [1, 6])
  }

  @Test("Release regions are attenuated by the time since note-on")
  func releaseDecay() throws {
    let bank = Self.bank([RegionConditions(), Self.conditions { $0.trigger = .release }]) {
      index, region in
      guard index == 1 else { return }
      region.generators[.sampleModes] = 0
      region.extendedParameters = ExtendedParameters()
      region.extendedParameters?.releaseDecayCentibels = 60
      region.keys = 60...60
    }
    func level(after frames: Int) throws -> Double {
      let events = [
        Self.on(0), Self.off(frames),
        TimedEvent(frame: frames, event: .controlChange(channel: 0, controller: 7, value: 127)),
      ]
      let audio = try Render(bank, events, frames: frames + 60, effects: false)
      // The note itself has decayed within a millisecond.
      return 20 * log10(Double(audio.left[frames + 55]) / (2 * Self.unit))
    }
    let difference = try level(after: 48_000) - level(after: 24_000)
    #expect(abs(difference + 3) < 0.1, "\(difference)")
  }

  @Test("Groups choke each other, by a fade or by their own release")
  func groups() throws {
    let bank = Self.bank([
      Self.conditions {
        $0.group = 1
        $0.offBy = 2
      },
      Self.conditions {
        $0.group = 2
        $0.offBy = 1
        $0.ending = .release
      },
    ]) { index, region in
      region.keys = UInt8(60 + index)...UInt8(60 + index)
      region.generators[.volumeEnvelopeRelease] = 0
    }
    let events = [Self.on(0, 60), Self.on(2000, 61), Self.on(30_000, 60)]
    let heard = try Self.heard(bank, events, at: [1900, 2500, 29_900])
    #expect(heard == [1, 2, 2])
    // A release of 1 s decays by 100 dB: 6.02 dB after 60.2 ms, 2,890 frames.
    let audio = try Render(bank, events, frames: 33_000, effects: false)
    let left = Double(audio.left[30_000 + 2890]) / Self.unit - 1
    #expect(abs(left - 1) < 0.05, "\(left)")
  }

  @Test("One region at a time, or one per key")
  func polyphony() throws {
    let one = Self.bank([Self.conditions { $0.polyphony = 1 }])
    #expect(try Self.heard(one, [Self.on(0, 60), Self.on(1000, 62)], at: [900, 2000]) == [1, 1])
    let two = Self.bank([Self.conditions { $0.polyphony = 2 }])
    let three = [Self.on(0, 60), Self.on(1000, 62), Self.on(2000, 64)]
    #expect(try Self.heard(two, three, at: [900, 1900, 3000]) == [1, 2, 2])
    let key = Self.bank([Self.conditions { $0.keyPolyphony = 1 }])
    let again = [Self.on(0, 60), Self.on(1000, 60), Self.on(2000, 62)]
    #expect(try Self.heard(key, again, at: [900, 1900, 3000]) == [1, 1, 2])
  }

  @Test("One-shots ignore note-off")
  func isOneShot() throws {
    let bank = Self.bank([Self.conditions { $0.isOneShot = true }])
    #expect(try Self.heard(bank, [Self.on(0), Self.off(100)], at: [50, 8000]) == [1, 1])
    let pedal = Self.bank([Self.conditions { $0.isSustained = false }])
    let events = [
      TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: 64, value: 127)),
      Self.on(0), Self.off(1000),
    ]
    #expect(try Self.heard(pedal, events, at: [900, 2000]) == [1, 0])
  }

  @Test("A preset's controllers are set when it is selected")
  func controllers() throws {
    var bank = Self.bank([
      Self.conditions { $0.controllers = [.init(controller: 20, lowest: 90, highest: 90)] }
    ])
    #expect(try Self.heard(bank, [Self.on(0)], at: [500]) == [0])
    bank.presets[0].controllers = [ControllerSetting(controller: 20, value: 90)]
    #expect(try Self.heard(bank, [Self.on(0)], at: [500]) == [1])
  }
}
