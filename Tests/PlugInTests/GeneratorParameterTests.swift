import Foundation
import PeachInstrumentModel
import PeachPlugIn
import SoundMeasurement
import Testing

@Suite("Generator parameters")
struct GeneratorParameterTests {
  @Test("The tests cover every writable parameter with a value in its range")
  func complete() {
    let tried = GeneratorSong.moved.map { UInt64($0.0.rawValue) }
    let writable = UnitParameter.all.filter { $0.isWritable && $0.address < 1000 }.map(\.address)
    #expect(tried == writable)
    for (generator, value) in GeneratorSong.moved {
      #expect(UnitParameter.at(UInt64(generator.rawValue))?.clamped(value) == value)
    }
  }

  private func audio(_ bank: SoundBank, _ events: [UnitEvent]) throws -> SamplerUnitFixture {
    let rig = try SamplerUnitFixture(playing: bank, effects: true)
    rig.render(GeneratorSong.frames, events)
    return rig
  }

  private func move(_ generator: Generator, _ value: Float, at frame: Int = 0) -> UnitEvent {
    UnitEvent(
      frame: frame,
      .parameter(address: UInt64(generator.rawValue), value: value, rampFrames: 0))
  }

  @Test(
    "An override is bit-identical to a file with that value",
    arguments: GeneratorSong.moved.indices)
  func exact(row: Int) throws {
    let (generator, value) = GeneratorSong.moved[row]
    let before = try audio(GeneratorSong.bank(before: generator), GeneratorSong.notes)
    let file = try audio(GeneratorSong.bank([(generator, value)]), GeneratorSong.notes)
    let moved = try audio(
      GeneratorSong.bank(before: generator), [move(generator, value)] + GeneratorSong.notes)
    if GeneratorSong.isOfAnEnd(generator) {
      // The file's own loop and end are prepared beyond their last frame; others are read as they
      // are, so that the frames around a seam differ.
      let difference = zip(moved.left, file.left).map { $0 - $1 }
      let below = Level.rootMeanSquare(file.left[...]) - Level.rootMeanSquare(difference[...])
      #expect(below > 60)
    } else {
      #expect(moved.left == file.left && moved.right == file.right)
    }
    #expect(moved.left != before.left)
  }

  /// Levels of both sides in windows of 5 ms, in decibels, and the pitch of each window in cents.
  private func features(_ rig: SamplerUnitFixture, from start: Int) -> [[Double]] {
    stride(from: start, to: GeneratorSong.frames - 512, by: 512).map { start in
      [
        max(Level.rootMeanSquare(rig.left[start..<start + 512]), -80),
        max(Level.rootMeanSquare(rig.right[start..<start + 512]), -80),
      ]
    }
  }

  private func largest(_ first: [[Double]], _ second: [[Double]]) -> Double {
    zip(first, second).reduce(0) { most, pair in
      zip(pair.0, pair.1).reduce(most) { max($0, abs($1.0 - $1.1)) }
    }
  }

  @Test(
    "An override of an active note has the levels of a file with that value",
    arguments: GeneratorSong.moved.indices)
  func sounding(row: Int) throws {
    let (generator, value) = GeneratorSong.moved[row]
    let parameter = try #require(UnitParameter.at(UInt64(generator.rawValue)))
    let note = [SamplerUnitFixture.on(57), SamplerUnitFixture.off(57, at: 11_000)]
    let before = try audio(GeneratorSong.bank(before: generator), note)
    let file = try audio(GeneratorSong.bank([(generator, value)]), note)
    let moved = try audio(
      GeneratorSong.bank(before: generator),
      note.prefix(1) + [move(generator, value, at: 8)]
        + note.suffix(1))
    if parameter.affectsSoundingNotes {
      #expect(largest(features(moved, from: 2048), features(file, from: 2048)) < 0.5)
      #expect(moved.left != before.left)
    } else {
      #expect(moved.left == before.left && moved.right == before.right)
    }
  }

  @Test("Parameter values are in decibels, cents and pan units")
  func measured() throws {
    func rig(_ address: UInt64, _ value: Float) throws -> SamplerUnitFixture {
      let rig = try SamplerUnitFixture(playing: TestBank.tone())
      rig.render(4096, [SamplerUnitFixture.on(69)])
      rig.render(
        12_288, [UnitEvent(frame: 0, .parameter(address: address, value: value, rampFrames: 0))])
      return rig
    }
    let plain = try rig(48, 0)
    let louder = Level.rootMeanSquare(plain.left[8192...])
    for centibels: Float in [60, 200, 400] {
      let quieter = try rig(48, centibels)
      let fall = louder - Level.rootMeanSquare(quieter.left[8192...])
      #expect(abs(fall - Double(centibels) / 10) < 0.01)
      #expect(
        Level.rootMeanSquare(quieter.left[..<4096]) == Level.rootMeanSquare(plain.left[..<4096]))
    }
    for (address, value, cents) in [(51, -7, -700), (52, 33, 33), (51, 12, 1200)] {
      let tuned = try rig(UInt64(address), Float(value))
      let expected = 441 * exp2(Double(cents) / 1200)
      let error = PitchMeter.cents(
        of: tuned.left[8192...], above: expected, sampleRate: SamplerUnitFixture.sampleRate)
      #expect(abs(error) < 0.1, "\(address): \(error)")
    }
    let left = try rig(17, -500)
    #expect(Level.peak(left.right[8192...]) < 1e-6)
    #expect(abs(Level.rootMeanSquare(left.left[8192...]) - louder - 3.01) < 0.02)
    let filtered = try rig(8, 5700)  // 220 Hz: an octave above the pole falls 12 dB or so.
    let fall = louder - Level.rootMeanSquare(filtered.left[8192...])
    #expect(fall > 11 && fall < 14)
  }

  @Test("Read-only and unknown addresses and NaN change nothing")
  func refused() throws {
    let plain = try audio(GeneratorSong.bank(), GeneratorSong.notes)
    let strange: [UInt64] = [
      14, 18, 41, 42, 43, 44, 49, 53, 54, 55, 59, 61, 255, 999, 1004, 1024, .max,
    ]
    let events = strange.map {
      UnitEvent(frame: 0, .parameter(address: $0, value: 1, rampFrames: 100))
    }
    let nothing = [
      move(.initialAttenuation, .nan), move(.pan, .nan),
    ]
    let refused = try audio(GeneratorSong.bank(), events + nothing + GeneratorSong.notes)
    #expect(refused.left == plain.left && refused.right == plain.right)
    for address in strange {
      #expect(throws: UnitCommandError.unknownParameter(address: address)) {
        try refused.unit.set(1, ofParameterAt: address)
      }
    }
    #expect(throws: UnitCommandError.notANumber) {
      try refused.unit.set(.nan, ofParameterAt: 48)
    }
    #expect(refused.unit.value(ofParameterAt: 48) == nil)
    for address in [1000, 14] as [UInt64] {
      #expect(throws: UnitCommandError.unknownParameter(address: address)) {
        try refused.unit.clearOverride(at: address)
      }
    }
  }

  @Test("Values beyond the range are clamped, infinity included")
  func clamped() throws {
    let most = try audio(GeneratorSong.bank([(.pan, 500)]), GeneratorSong.notes)
    for value: Float in [500, 900, .infinity] {
      let rig = try audio(GeneratorSong.bank(), [move(.pan, value)] + GeneratorSong.notes)
      #expect(rig.left == most.left && rig.right == most.right)
      #expect(rig.unit.value(ofParameterAt: 17) == 500)
    }
  }

  @Test("A ramp is linear and sample-accurate for any block size")
  func ramp() throws {
    func rig(block: Int) throws -> SamplerUnitFixture {
      let rig = try SamplerUnitFixture(playing: TestBank.tone())
      let ramp = UnitEvent(
        frame: 5000, .parameter(address: 48, value: 400, rampFrames: 20_000))
      rig.render(40_000, [SamplerUnitFixture.on(69), ramp], block: block)
      return rig
    }
    let whole = try rig(block: 40_000)
    for block in [1, 7, 64, 333, 4096] {
      #expect(try rig(block: block).left == whole.left, "\(block)")
    }
    let full = Level.rootMeanSquare(whole.left[4000..<5000])
    for (frame, fall) in [(10_000, 10.0), (15_000, 20.0), (20_000, 30.0), (30_000, 40.0)] {
      let level = Level.rootMeanSquare(whole.left[frame - 50..<frame + 50])
      #expect(abs(full - level - fall) < 0.3, "\(frame)")
    }
    let last = Level.rootMeanSquare(whole.left[25_100..<25_300])
    #expect(abs(full - last - 40) < 0.02)
  }

  @Test("A new ramp starts at the current value")
  func turned() throws {
    let rig = try SamplerUnitFixture(playing: TestBank.tone())
    rig.render(
      30_000,
      [
        SamplerUnitFixture.on(69),
        UnitEvent(frame: 1000, .parameter(address: 48, value: 400, rampFrames: 16_000)),
        UnitEvent(frame: 9000, .parameter(address: 48, value: 0, rampFrames: 8000)),
      ])
    let full = Level.rootMeanSquare(rig.left[500..<1000])
    #expect(abs(full - Level.rootMeanSquare(rig.left[8950..<9050]) - 20) < 0.3)
    #expect(abs(full - Level.rootMeanSquare(rig.left[12_950..<13_050]) - 10) < 0.3)
    #expect(abs(full - Level.rootMeanSquare(rig.left[18_000...])) < 0.01)
  }

  @Test("An offset adds to the file's value and persists across presets")
  func offset() throws {
    let bank = SamplerUnitFixture.bank([(0, 0), (0, 1)])
    let rig = try SamplerUnitFixture(playing: bank)
    rig.render(8192, [SamplerUnitFixture.on(69)])
    rig.render(8192, [UnitEvent(frame: 0, .offset(.initialAttenuation, value: 100, rampFrames: 0))])
    try rig.unit.usePreset(1)
    rig.render(8192, [SamplerUnitFixture.event([0xB0, 120, 0]), SamplerUnitFixture.on(69)])
    let levels = [6144, 14_336, 22_528].map { Level.rootMeanSquare(rig.left[$0..<$0 + 2000]) }
    #expect(abs(levels[0] - levels[1] - 10) < 0.01)
    // The second preset is 10 cB softer itself.
    #expect(abs(levels[0] - levels[2] - 11) < 0.01)
  }
}
