import CPeach
import PeachC
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import Testing

@Suite("Notes in hertz through the C library")
struct NoteRenderingTests {
  private func render(
    _ instrument: OpaquePointer, _ notes: [peach_note], frames: Int
  ) -> [Float] {
    var left = [Float](repeating: 9, count: frames)
    var right = left
    #expect(peach_instrument_render(instrument, notes, notes.count, &left, &right, 1, frames) == 0)
    return left
  }

  @Test(
    "the pitch is exact within 0.01 cents, also of a sample that is 13 cents flat",
    arguments: [Int32(0), 1], [442.3, 440, 261.63, 987.77])
  func pitch(preset: Int32, hertz: Double) throws {
    let bank = try CLibraryFixture.bank()
    let instrument = try CLibraryFixture.opened { peach_instrument_open(bank, preset, nil, &$0) }
    defer { #expect(peach_instrument_close(instrument) == 0 && peach_bank_close(bank) == 0) }
    let note = CLibraryFixture.note(hertz: hertz, seconds: 1)
    let audio = render(instrument, [note], frames: 48_000)
    let cents = PitchMeter.cents(of: audio[4800..<43_200], above: hertz, sampleRate: 48_000)
    #expect(abs(cents) < 0.01)
  }

  @Test("a note is bit-identical in every call, in interleaved buffers, and from NoteRenderer")
  func reproducible() throws {
    let bank = try CLibraryFixture.bank()
    let instrument = try CLibraryFixture.opened { peach_instrument_open(bank, 1, nil, &$0) }
    defer { #expect(peach_instrument_close(instrument) == 0 && peach_bank_close(bank) == 0) }
    let note = CLibraryFixture.note(hertz: 442.3, seconds: 0.4)
    let first = render(instrument, [note], frames: 24_000)
    _ = render(instrument, [CLibraryFixture.note(hertz: 300, seconds: 0.333)], frames: 7777)
    #expect(render(instrument, [note], frames: 24_000) == first)
    var frames = [Float](repeating: 9, count: 48_000)
    let result = frames.withUnsafeMutableBufferPointer { frames in
      let start = frames.baseAddress
      return peach_instrument_render(instrument, [note], 1, start, start.map { $0 + 1 }, 2, 24_000)
    }
    #expect(result == 0)
    #expect(stride(from: 0, to: 48_000, by: 2).map { frames[$0] } == first)

    let sound = try InstrumentFile.read(ByteStorage(copying: CLibraryFixture.bankBytes))
    var renderer = try NoteRenderer(
      playing: BankPreset(bank: sound, index: 1), frequency: .hertz(442.3),
      duration: .seconds(0.4))
    var (left, right) = ([Float](repeating: 9, count: 24_000), [Float](repeating: 9, count: 24_000))
    renderer.render(left: &left, right: &right, count: 24_000)
    #expect(left == first)
  }

  @Test("notes start on their frames and end with silence")
  func times() throws {
    let bank = try CLibraryFixture.opened { peach_bank_open_sine(&$0) }
    let instrument = try CLibraryFixture.opened { peach_instrument_open(bank, 0, nil, &$0) }
    defer { #expect(peach_instrument_close(instrument) == 0 && peach_bank_close(bank) == 0) }
    let notes = [
      CLibraryFixture.note(hertz: 440, seconds: 0.1),
      CLibraryFixture.note(hertz: 660, seconds: 0.1, start: 0.25),
    ]
    var count = 0
    #expect(peach_instrument_frames(instrument, notes, 2, &count) == 0)
    #expect(count == 16_800)
    let audio = render(instrument, notes, frames: 20_000)
    #expect(audio[1..<4700].contains { abs($0) > 0.1 })
    #expect(audio[4800..<12_000].allSatisfy { $0 == 0 })
    #expect(audio[12_001..<12_600].contains { abs($0) > 0.1 })
    #expect(audio[16_800...].allSatisfy { $0 == 0 })
    let second = PitchMeter.cents(of: audio[12_500..<16_000], above: 660, sampleRate: 48_000)
    #expect(abs(second) < 0.01)
  }

  @Test("values out of range are errors with a message")
  func ranges() throws {
    let bank = try CLibraryFixture.bank()
    let instrument = try CLibraryFixture.opened { peach_instrument_open(bank, 0, nil, &$0) }
    defer { #expect(peach_instrument_close(instrument) == 0 && peach_bank_close(bank) == 0) }
    var (audio, other) = ([Float](repeating: 0, count: 10), [Float](repeating: 0, count: 10))
    for change: (inout peach_note) -> Void in [
      { $0.hertz = 0 }, { $0.hertz = .nan }, { $0.hertz = -1 }, { $0.hertz = .infinity },
      { $0.seconds = 0 }, { $0.seconds = .nan }, { $0.seconds = 1e9 }, { $0.start = -1 },
      { $0.amplitude = 1.1 }, { $0.amplitude = .nan }, { $0.region_amplitude = 2 },
      { $0.region_hertz = -3 }, { $0.reserved = 1 },
    ] {
      var note = CLibraryFixture.note(hertz: 440, seconds: 1)
      change(&note)
      #expect(peach_instrument_render(instrument, &note, 1, &audio, &other, 1, 10) == -2)
      #expect(!CLibraryFixture.message.isEmpty)
    }
    var never: OpaquePointer?
    #expect(peach_instrument_open(bank, 3, nil, &never) == -6)
    #expect(peach_instrument_open(bank, -1, nil, &never) == -6)
    #expect(CLibraryFixture.message.contains("It has 3 presets."))
    var options = peach_instrument_options()
    for change: (inout peach_instrument_options) -> Void in [
      { $0.tone = 3 }, { $0.interpolation = 5 }, { $0.sample_rate = 7999 }, { $0.vibrato = -1 },
      { $0.sample_rate = .nan },
    ] {
      peach_instrument_options_init(&options, MemoryLayout<peach_instrument_options>.stride)
      change(&options)
      #expect(peach_instrument_open(bank, 0, &options, &never) == -2)
    }
  }
}
