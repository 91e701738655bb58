import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachServices
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// RMID files whose bank plays a tone of its own. The rules are those of the SF2 RMIDI
/// specification, "DBNK Chunk" and "Handling Differences".
@Suite("Sound banks in songs")
struct EmbeddedBankTests {
  /// A bank whose presets each play a tone on every key.
  private static func bank(_ presets: [(bank: UInt16, program: UInt16, hertz: Int)]) -> [UInt8] {
    var builder = SoundFontBuilder()
    (builder.samples, builder.instruments, builder.presets) = ([], [], [])
    for (index, preset) in presets.enumerated() {
      let period = 44_100 / preset.hertz
      builder.samples.append(
        .init(
          frames: TestBank.frames(period: Double(period), count: period * 40, partials: [0.5]),
          loop: 0..<period * 40))
      builder.instruments.append(
        .init(zones: [
          .init([.init(.sampleModes, 1), .init(.scaleTuning, 0)], plays: UInt16(index))
        ]))
      builder.presets.append(
        .init(bank: preset.bank, program: preset.program, zones: [.init(plays: UInt16(index))]))
    }
    return builder.chunks.file
  }

  private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
    return Array(name.utf8) + size + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// A song of a second on a bank and program.
  private static func song(bank: UInt8, program: UInt8, channel: UInt8 = 0) -> [UInt8] {
    let track: [UInt8] = [
      0, 0xB0 | channel, 0, bank, 0, 0xC0 | channel, program, 0, 0x90 | channel, 69, 127,
      0x87, 0x40, 0x80 | channel, 69, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }

  private static func file(
    _ song: [UInt8], offset: UInt8?, _ bank: [UInt8], bankFirst: Bool = false
  ) throws -> MIDIFile {
    let list = offset.map { riff("LIST", Array("INFO".utf8) + riff("DBNK", [$0, 0])) } ?? []
    let data = riff("data", song)
    let chunks = bankFirst ? bank + list + data : data + list + bank
    return try MIDIFile(bytes: riff("RIFF", Array("RMID".utf8) + chunks))
  }

  /// Returns the frequency that a song plays over an installed bank; 0 for silence.
  private static func hertz(_ file: MIDIFile, over bank: [UInt8]) throws -> Double {
    var options = RenderOptions()
    options.effects = false
    let stream = try SongStream(
      file, with: InstrumentFile.read(ByteStorage(copying: bank)), options: options)
    var audio: [Float] = []
    _ = stream.read(48_000) { left, _, count in
      audio += UnsafeBufferPointer(start: left, count: count)
    }
    let part = audio[4_800..<33_600]
    if Level.peak(part) < 1e-6 { return 0 }
    // Counts the periods, which tells tones apart that are an octave away.
    var (first, last, count) = (0, 0, 0)
    for frame in part.indices.dropFirst() where audio[frame - 1] < 0 && audio[frame] >= 0 {
      if count == 0 { first = frame }
      (last, count) = (frame, count + 1)
    }
    return 48_000 * Double(count - 1) / Double(last - first)
  }

  private static let installed = bank([
    (0, 0, 210), (0, 1, 252), (1, 0, 315), (2, 0, 350), (127, 0, 420), (128, 0, 490),
  ])
  private static let own = bank([(0, 0, 882), (128, 0, 1225)])

  // Proves song rmid-bank: SF2 RMIDI specification, DBNK Chunk; the tone of the bank
  @Test(
    "The bank of a song plays at its offset, before or after the song; without one at offset 1",
    arguments: [0, 1, 2, 127, nil] as [UInt8?])
  func offsets(offset: UInt8?) throws {
    for isFirst in [false, true] {
      let song = Self.song(bank: offset ?? 1, program: 0)
      let file = try Self.file(song, offset: offset, Self.own, bankFirst: isFirst)
      let own = try Self.hertz(file, over: Self.installed)
      #expect(abs(own - 882) < 2, "\(own) Hz")
      // Percussion has no offset.
      let drums = try Self.file(
        Self.song(bank: 0, program: 0, channel: 9), offset: offset, Self.own, bankFirst: isFirst)
      let kit = try Self.hertz(drums, over: Self.installed)
      #expect(abs(kit - 1225) < 3, "\(kit) Hz")
    }
  }

  @Test("Another bank fills the gaps of the song's")
  func gaps() throws {
    for (offset, bank, program, hertz) in [
      (1, 0, 0, 210), (1, 0, 1, 252), (2, 1, 0, 315), (0, 0, 1, 252),
      // With offset 0, the song's own program 0 has precedence over another bank's preset 2:0.
      (0, 2, 0, 882),
    ] as [(UInt8, UInt8, UInt8, Double)] {
      let file = try Self.file(Self.song(bank: bank, program: program), offset: offset, Self.own)
      let heard = try Self.hertz(file, over: Self.installed)
      #expect(abs(heard - hertz) < 2, "\(heard) Hz")
    }
  }

  @Test("A DLS bank has no offset, whatever DBNK says")
  func downloadableSounds() throws {
    var builder = DLSBuilder()
    builder.instruments = [.init()]
    builder.waves = [
      .init(TestBank.frames(period: 50, count: 44_100, partials: [0.5]), settings: .init())
    ]
    for offset in [nil, 0, 1] as [UInt8?] {
      let file = try Self.file(Self.song(bank: 0, program: 0), offset: offset, builder.file)
      let hertz = try Self.hertz(file, over: Self.installed)
      #expect(hertz > 500, "\(hertz)")
    }
  }

  @Test("A damaged bank has a warning, and the other one plays")
  func damaged() throws {
    let file = try Self.file(
      Self.song(bank: 0, program: 0), offset: 0, Self.riff("RIFF", Array("sfbkxxxx".utf8)))
    let heard = try Self.hertz(file, over: Self.installed)
    #expect(abs(heard - 210) < 1, "\(heard) Hz")
  }

  /// Renders a song as `peach render` does.
  private static func audio(_ file: MIDIFile, with bank: SoundBank) throws -> [Float] {
    let stream = try SongStream(file, with: bank)
    var audio: [Float] = []
    _ = stream.read(200_000) { left, right, count in
      audio += UnsafeBufferPointer(start: left, count: count)
      audio += UnsafeBufferPointer(start: right, count: count)
    }
    return audio
  }

  /// §7.9: a zone whose sample does not exist is silent. In the bundle, the standard kit must not
  /// play its key.
  @Test("In a bundle, keys of a percussion kit whose samples do not exist stay silent")
  func missingSamples() throws {
    var builder = SoundFontBuilder()
    builder.samples = [
      .init(
        frames: TestBank.frames(period: 100, count: 2_000, partials: [0.5]), loop: 0..<2_000)
    ]
    let keys: [SoundFontBuilder.Setting] = [.init(.keyRange, from: 60, to: 69)]
    builder.instruments = [
      .init(zones: [.init([.init(.sampleModes, 1)], plays: 0)]),
      // Sample 9 does not exist; key 70 has no zone at all.
      .init(zones: [.init(keys, plays: 9), .init([.init(.keyRange, from: 0, to: 59)], plays: 0)]),
      .init(zones: [.init(keys, plays: 9)]),
    ]
    builder.presets = [
      .init(bank: 128, program: 0, zones: [.init(plays: 0)]),
      .init(bank: 128, program: 25, zones: [.init(plays: 1)]),
      .init(bank: 128, program: 30, zones: [.init(plays: 2)]),
    ]
    let whole = try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
    let folder = try TemporaryFolder()
    let path = folder.path + "/bundle.rmi"
    for program in [25, 30] as [UInt8] {
      // The kit, a key without a sample (69), then one without a zone (70).
      let track: [UInt8] = [
        0, 0xC9, program, 0, 0x99, 69, 127, 0x87, 0x40, 0x89, 69, 0, 0, 0x99, 70, 127,
        0x87, 0x40, 0x89, 70, 0, 0, 0xFF, 0x2F, 0,
      ]
      let song = try MIDIFile(
        bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
          + [0, 0, 0, UInt8(track.count)] + track)
      let bundle = try song.bundle(with: BankStack(whole), to: path)
      #expect(bundle.missingSamples.count == 1)
      let audio = try Self.audio(MIDIFile(contentsOf: path), with: whole)
      #expect(audio == (try Self.audio(song, with: whole)), "\(program)")
      #expect(audio.contains { $0 != 0 }, "The standard kit plays key 70.")
      let start = try Self.audio(song, with: whole)[..<20_000]
      #expect(start.allSatisfy { $0 == 0 }, "Nothing plays key 69.")
    }
  }

  // Proves song bundle: none; bits of the song with the whole bank
  @Test("A bundle has the samples of its song only, and the same bits")
  func bundle() throws {
    var builder = SoundFontBuilder()
    (builder.samples, builder.instruments, builder.presets) = ([], [], [])
    // Two keys and two velocities a sample each; the song plays one of the four.
    for index in 0..<4 {
      builder.samples.append(
        .init(
          frames: TestBank.frames(period: Double(40 + index), count: 2_000, partials: [0.5]),
          loop: 0..<40 + index))
    }
    var zones: [SoundFontBuilder.Zone] = []
    for index in 0..<4 as Range<UInt16> {
      let keys = index < 2 ? (from: UInt8(0), to: UInt8(64)) : (from: 65, to: 127)
      let velocities = index % 2 == 0 ? (from: UInt8(0), to: UInt8(99)) : (from: 100, to: 127)
      let settings: [SoundFontBuilder.Setting] = [
        .init(.keyRange, from: keys.from, to: keys.to),
        .init(.velocityRange, from: velocities.from, to: velocities.to),
        .init(.sampleModes, 1),
      ]
      zones.append(.init(settings, plays: index))
    }
    builder.instruments = [.init(zones: zones)]
    builder.presets = [
      .init(bank: 0, program: 5, zones: [.init(plays: 0)]),
      .init(bank: 0, program: 6, zones: [.init(plays: 0)]),
      .init(bank: 128, program: 0, zones: [.init(plays: 0)]),
    ]
    let whole = try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
    let other = try InstrumentFile.read(ByteStorage(copying: Self.installed))
    let folder = try TemporaryFolder()
    let path = folder.path + "/bundle.rmi"
    for (bank, program, channel, samples) in [
      (0, 5, 0, 1), (8, 5, 0, 1), (0, 0, 9, 1), (0, 25, 9, 1), (0, 77, 0, 0),
    ] as [(UInt8, UInt8, UInt8, Int)] {
      let song = try MIDIFile(bytes: Self.song(bank: bank, program: program, channel: channel))
      let bundle = try song.bundle(with: BankStack(whole), to: path)
      #expect(bundle.sampleCount == samples)
      let file = try MIDIFile(contentsOf: path)
      #expect(file.warnings.isEmpty && file.information.bankOffset == 0)
      // Nothing of another bank fills what the song's own bank does not have.
      let audio = try Self.audio(file, with: other)
      #expect(audio == (try Self.audio(song, with: whole)), "\(bank):\(program)")
      #expect(audio.contains { $0 != 0 } == (samples > 0))
      // A bundle of the bundle is the same file.
      let again = folder.path + "/again.rmi"
      _ = try file.bundle(with: BankStack(other), to: again)
      #expect(try MIDIFile(contentsOf: again).bytes == file.bytes)
    }
  }
}
