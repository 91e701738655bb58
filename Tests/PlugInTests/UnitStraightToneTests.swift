import CAllocationCounter
import Foundation
import PeachPlugIn
import PeachServices
import PeachStraightPresets
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// Pitches are measured by `CombMeter`, which shares no code with Peach.
@Suite("Straight tones of a unit")
struct UnitStraightToneTests {
  private typealias Fixture = StraightToneFixture

  private func set(_ address: UInt64, _ value: Float, at frame: Int = 0) -> UnitEvent {
    UnitEvent(frame: frame, .parameter(address: address, value: value, rampFrames: 0))
  }

  @Test("Without vibrato, the pitch is within 0.8 cents from 50 ms on, and its mean within 0.3")
  func straight() throws {
    let recorded = Fixture.contour(Fixture.note(try Fixture.rig()))
    // A window of 100 ms attenuates 20/√2 cents at 5.2 Hz by less than half.
    #expect(Fixture.deviation(recorded) > 7 && abs(Fixture.mean(recorded) - 7) < 3)
    let straight = Fixture.contour(Fixture.note(try Fixture.straight(percent: 0)), step: 0.025)
    let largest = straight.map(abs).max() ?? .infinity
    print("straight: mean \(Fixture.mean(straight)), largest deviation \(largest)")
    #expect(largest <= 0.8 && abs(Fixture.mean(straight)) <= 0.3)
  }

  @Test("Vibrato amounts of 0, 100 and 200 % are in proportion; the default is 100 %")
  func proportion() throws {
    func contour(_ percent: Float?) throws -> [Double] {
      PartialMeter.cents(
        Fixture.note(try Fixture.straight(percent: percent), seconds: 2), from: 0.4, through: 1.9,
        above: 440, sampleRate: Fixture.rate)
    }
    let (none, natural, double) = (try contour(0), try contour(nil), try contour(200))
    let deviations = [none, natural, double].map { Fixture.deviation($0) }
    print("deviations of 0, 100 and 200 %: \(deviations)")
    // 20/√2 cents, less 2 % in windows of 20 ms.
    #expect(abs(deviations[1] / 14.1 - 1) < 0.15)
    #expect(abs(deviations[2] / deviations[1] - 2) < 0.06 && deviations[0] < 0.03 * deviations[1])
    #expect(try contour(100) == natural)
  }

  @Test("The vibrato changes during a note, by parameter and controller 77, without a click")
  func during() throws {
    let rig = try Fixture.straight(percent: 0)
    func control(_ value: UInt8, at second: Int) -> UnitEvent {
      SamplerUnitFixture.event([0xB0, 77, value], at: second * Fixture.second)
    }
    let audio = Array(
      rig.render(
        7 * Fixture.second,
        [
          SamplerUnitFixture.on(69, velocity: 100),
          set(Fixture.vibratoAmount, 100, at: Fixture.second),
          set(Fixture.vibratoAmount, 200, at: 2 * Fixture.second),
          // Controller 77 takes precedence until the parameter is set again.
          control(0, at: 3), control(64, at: 4), control(127, at: 5),
          set(Fixture.vibratoAmount, 0, at: 6 * Fixture.second),
        ]))
    let deviations = (0..<7).map { second in
      let start = Double(second)
      return Fixture.deviation(Fixture.contour(audio, from: start + 0.15, through: start + 0.9))
    }
    print("deviations by second: \(deviations)")
    // The seconds contain no whole number of cycles.
    for (second, expected) in [(2, 2.0), (4, 1), (5, 2)] {
      #expect(abs(deviations[second] / deviations[1] - expected) < 0.1 * expected, "\(second)")
    }
    for second in [0, 3, 6] { #expect(deviations[second] < 0.5, "\(second)") }
    let reach = Fixture.second / 50
    let changes = (1..<7).map { change in
      let frame = change * Fixture.second
      return Fixture.roughness(audio, frame - 10..<frame + reach)
    }
    let others = (1..<7).map { change in
      let frame = change * Fixture.second
      return Fixture.roughness(audio, frame + reach..<frame + Fixture.second / 2)
    }
    let (most, elsewhere) = (changes.max() ?? 1, others.max() ?? 0)
    print("fourth difference: \(most) at changes, \(elsewhere) elsewhere")
    #expect(most < 1.2 * elsewhere)
  }

  @Test("Active notes are unchanged when straight tones are switched; the next note is straight")
  func switching() throws {
    let (rig, plain) = (try Fixture.rig(), try Fixture.rig())
    func second(_ rig: SamplerUnitFixture, _ events: [UnitEvent] = []) -> [Float] {
      Array(rig.render(Fixture.second / 2, events))
    }
    let on = SamplerUnitFixture.on(69, velocity: 100)
    #expect(second(rig, [on, set(Fixture.straightTone, 1)]) == second(plain, [on]))
    #expect(SamplerUnit.needsService(rig.unit.renderContext))
    #expect(rig.unit.service() == [.straightened(preset: Fixture.violin, .straight)])
    #expect(rig.unit.currentPreset?.name == "Violin")
    #expect(second(rig) == second(plain))
    let again = [SamplerUnitFixture.event([0xB0, 120, 0]), on]
    try rig.unit.set(0, ofParameterAt: Fixture.vibratoAmount)
    let straight = second(rig, again)
    #expect(Fixture.contour(straight, through: 0.4).allSatisfy { abs($0) <= 0.8 })
    #expect(straight != second(plain, again))
    #expect(rig.unit.currentPreset?.name == "Violin" && rig.unit.service().isEmpty)
    // Switched off and on, nothing is prepared again.
    try rig.unit.set(0, ofParameterAt: Fixture.straightTone)
    #expect(rig.unit.service().isEmpty)
    // After the fade-out of the previous note.
    #expect(second(rig, again).dropFirst(4096) == second(plain, again).dropFirst(4096))
    try rig.unit.set(1, ofParameterAt: Fixture.straightTone)
    #expect(rig.unit.service().isEmpty)
    #expect(Fixture.contour(second(rig, again), through: 0.4).allSatisfy { abs($0) <= 0.8 })
  }

  @Test("Selected programs are prepared, and a report states why a preset stays as recorded")
  func programs() throws {
    let rig = try Fixture.straight()
    rig.play([0xC3, 48])
    #expect(SamplerUnit.needsService(rig.unit.renderContext))
    let strings = UnitReport.straightened(preset: Fixture.strings, .kept(.severalPlayers))
    #expect(rig.unit.service() == [strings])
    rig.play([0xC5, 48])
    #expect(rig.unit.service().isEmpty)
    rig.play([0xB9, 0, 1, 0xB9, 32, 0, 0xC9, 0])
    #expect(rig.unit.service() == [.straightened(preset: Fixture.kit, .recorded)])
    // A kit is not changed at all.
    let plain = try Fixture.rig()
    plain.render(128)
    plain.play([0xB9, 0, 1, 0xB9, 32, 0, 0xC9, 0])
    let notes = [rig, plain].map { rig in
      Array(rig.render(4000, [SamplerUnitFixture.event([0x99, 60, 100])]))
    }
    #expect(notes[0] == notes[1] && notes[0].contains { $0 != 0 })
  }

  @Test("A restored state plays straight tones from its first note", arguments: [true, false])
  func state(isRendering: Bool) throws {
    let first = try Fixture.straight(percent: 50)
    first.render(512)
    let state = first.unit.state
    for (address, value) in [(Fixture.straightTone, 1), (Fixture.vibratoAmount, Float(50))] {
      #expect(state.parameters.contains(UnitState.Setting(address: address, value: value)))
    }
    let expected = Fixture.note(first)
    let second = try Fixture.rig(preset: nil, rendering: isRendering)
    try second.unit.restore(UnitState(bytes: state.bytes))
    #expect(second.unit.state == state)
    if !isRendering { second.unit.allocateRenderResources(sampleRate: Fixture.rate) }
    second.render(512)
    #expect(Fixture.note(second) == expected)
    #expect(second.unit.service() == [.straightened(preset: Fixture.violin, .straight)])
    #expect(second.unit.state == state)
    // So does a bank that is loaded later.
    try second.unit.load("/banks/a.sf2", usingPreset: Fixture.violin)
    second.play([0xB0, 120, 0], frames: 4096)
    let (before, after) = (Fixture.contour(expected), Fixture.contour(Fixture.note(second)))
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.1 })
    #expect(second.unit.service() == [.straightened(preset: Fixture.violin, .straight)])
  }

  @Test("Another thread can straighten, and the caches of players produce the same audio")
  func task() throws {
    let expected = Fixture.note(try Fixture.straight())
    let rig = try Fixture.rig()
    rig.unit.access = rig.unit.access.straightening(
      with: StraightToneCache(folder: nil), intonation: IntonationCache(folder: nil))
    #expect(rig.unit.nextPreparation() == nil)
    try rig.unit.set(1, ofParameterAt: Fixture.straightTone)
    #expect(rig.unit.service(prepares: false).isEmpty)
    let task: PresetTask = try #require(rig.unit.nextPreparation())
    // It has not run yet.
    #expect(rig.unit.finish(task) == nil)
    task.run()
    #expect(rig.unit.finish(task) == .straightened(preset: Fixture.violin, .straight))
    #expect(rig.unit.nextPreparation() == nil && rig.unit.finish(task) == nil)
    #expect(Fixture.note(rig) == expected)
  }

  #if canImport(Glibc) && !DEBUG
    @Test(
      "Straight presets and vibrato are exchanged without allocation on the audio thread",
      .enabled(if: allocation_counter_works(), "Requires glibc."))
    func allocatesNothing() throws {
      let rig = try Fixture.straight()
      var counts: [Int] = []
      for round in 0..<4 {
        let events = [
          SamplerUnitFixture.on(69), set(Fixture.vibratoAmount, Float(50 * round), at: 100),
          SamplerUnitFixture.event([0xB0, 77, 100], at: 200),
          set(Fixture.straightTone, Float(round % 2), at: 300),
        ]
        var audio = [Float](repeating: 0, count: 1024)
        let context = rig.unit.renderContext
        audio.withUnsafeMutableBufferPointer { audio in
          events.withUnsafeBufferPointer { events in
            guard let left = audio.baseAddress else { return }
            allocation_counter_start()
            SamplerUnit.render(context, events: events, left: left, right: left + 512, count: 512)
            counts.append(Int(allocation_counter_stop()))
          }
        }
        #expect(SamplerUnit.needsService(context))
        _ = rig.unit.service()
      }
      // The first round is when the runtime initializes itself.
      #expect(counts.dropFirst().allSatisfy { $0 == 0 }, "\(counts)")
    }
  #endif

  private static let largeBank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"

  @Test(
    "FluidR3's cello is straight and in tune, has vibrato in proportion; strings have a reason",
    .enabled(if: TestFiles.exists(largeBank) && TestScale.isFull, "Requires FluidR3_GM.sf2."))
  func cello() throws {
    let unit = SamplerUnit(access: .files(), configuration: .init(effects: false))
    try unit.set(1, ofParameterAt: Fixture.straightTone)
    try unit.load(Self.largeBank)
    _ = try unit.useBankProgram(bank: 0, program: 42)
    _ = try unit.useBankProgram(bank: 0, program: 48, onChannel: 1)
    let time = cpuTime { unit.allocateRenderResources(sampleRate: 48_000) }
    let reports = unit.service()
    print("Straightening of cello and strings: \(time)")
    for (program, tone) in [(42, AppliedTone.straight), (48, .kept(.severalPlayers))] {
      let preset = unit.factoryPresets.first { $0.bank == 0 && $0.program == program }
      let number = try #require(preset?.number)
      #expect(reports.contains(.straightened(preset: number, tone)), "\(program)")
    }
    for key: UInt8 in [43, 52, 60, 64, 69, 76] {
      let hertz = 440 * exp2((Double(key) - 69) / 12)
      let notes = try [Float(0), 100, 200].map { percent in
        try unit.set(percent, ofParameterAt: Fixture.vibratoAmount)
        return note(key, on: unit)
      }
      let straight = CombMeter.cents(
        notes[0], from: 0.1, through: 0.94, above: hertz, sampleRate: 48_000)
      let (mean, largest) = (Fixture.mean(straight), straight.map(abs).max() ?? .infinity)
      let deviations = notes.map {
        Fixture.deviation(
          PartialMeter.cents($0, from: 0.2, through: 0.9, above: hertz, sampleRate: 48_000))
      }
      print("key \(key): mean \(mean), largest deviation \(largest), vibrato \(deviations)")
      #expect(straight.count == 34 && largest <= 0.8 && abs(mean) <= 0.3, "\(key)")
      #expect(abs(deviations[2] / deviations[1] - 2) < 0.06, "\(key)")
    }
  }

  /// Returns a side of a note of a second.
  private func note(_ key: UInt8, on unit: SamplerUnit) -> [Float] {
    var (left, right) = ([Float](repeating: 0, count: 48_000), [Float](repeating: 0, count: 48_000))
    func render(_ event: UnitEvent, count: Int) {
      withUnsafePointer(to: event) { event in
        left.withUnsafeMutableBufferPointer { left in
          right.withUnsafeMutableBufferPointer { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return }
            SamplerUnit.render(
              unit.renderContext, events: UnsafeBufferPointer(start: event, count: 1), left: left,
              right: right, count: count)
          }
        }
      }
    }
    // The previous note ends before.
    render(SamplerUnitFixture.event([0xB0, 120, 0]), count: 4800)
    render(SamplerUnitFixture.on(key, velocity: 100), count: 48_000)
    return left
  }
}
