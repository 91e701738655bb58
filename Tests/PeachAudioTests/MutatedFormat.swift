import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment

/// The formats of files that users open, with small valid files from which mutations start.
enum MutatedFormat: String, CaseIterable, Sendable {
  case sf2, sf3, dls, sfz, exs, aupreset, plist, wav, aif, aifc, caf, flac, ogg, mid, rmi, scl, kbm,
    tun
  /// Recipes of `peach build` and `peach prune`.
  case build, prune

  /// The formats of this build: some need an encoder.
  static let available = allCases.filter {
    SoundFileEncoder.isAvailable || ![.sf3, .flac, .ogg, .build].contains($0)
  }

  /// 441 Hz for 46 ms.
  static let tone = (0..<2000).map { Float(0.5 * sin(2 * .pi * Double($0) / 100)) }
  private static let frames = tone.map { Int16(($0 * 32_768).rounded()) }

  /// Files to which the instruments and recipes refer.
  static let companions: [String: [UInt8]] = {
    var wave = WaveFile(frames)
    wave.addSampler(key: 62, loop: 100...1899)
    return [
      "a.wav": wave.bytes, "b.wav": WaveFile(frames.flatMap { [$0, $0] }, channels: 2).bytes,
      "c.sfz": Array("<region> sample=*sine key=30 volume=-6\n".utf8),
      "recordings/C3.wav": WaveFile(frames).bytes, "recordings/A4 ff.wav": wave.bytes,
    ]
  }()

  /// Returns valid files. Throws if the encoder of compressed samples fails.
  func seeds() throws -> [[UInt8]] {
    switch self {
    case .sf2: [Self.soundFont(), Self.soundFont(lowBytes: true)]
    case .sf3: [Self.soundFont(compressed: try Self.vorbis())]
    case .dls: [Self.collection]
    case .sfz: [Array(Self.text.utf8)]
    case .exs: [false, true].map { Self.exs24(isBigEndian: $0) }
    case .aupreset: [Array(Self.preset.utf8)]
    case .plist: [Array(Self.list.utf8)]
    case .wav: Self.waves
    case .aif: Self.recordings([.integer16, .integer24])
    case .aifc: Self.recordings([.swapped16, .float32])
    case .caf: Self.coreAudio
    case .flac: [FLACFile(Self.frames).bytes]
    case .ogg: [try Self.vorbis()]
    case .mid: [Self.song]
    case .rmi: [Self.container]
    case .scl: [Array(Self.scale.utf8)]
    case .kbm: [Array(Self.mapping.utf8)]
    case .tun: [Array(Self.tuning.utf8)]
    case .build: [Array(Self.buildRecipe.utf8)]
    case .prune: [Array(Self.pruneRecipe.utf8)]
    }
  }

  private static func vorbis() throws -> [UInt8] {
    try SoundFileEncoder.vorbis(DecodedAudio(sampleRate: 44_100, channelCount: 1, values: tone))
  }

  static func soundFont(lowBytes: Bool = false, compressed: [UInt8]? = nil) -> [UInt8] {
    var sample = SoundFontSample(frames: frames, loop: 100..<1900, root: 69)
    if lowBytes { sample.lowBytes = [UInt8](repeating: 7, count: frames.count) }
    if let compressed { sample = SoundFontSample(compressed: compressed, loop: 100..<1900) }
    var builder = SoundFontBuilder.filtered([sample])
    if compressed != nil { builder.version = (3, 0) }
    return builder.chunks.file
  }

  private static var collection: [UInt8] {
    var builder = DLSBuilder()
    builder.waves = [.init(frames, settings: .init(loop: (0, 100, 1800)))]
    builder.instruments[0].connections = [
      (source: 0, control: 0, destination: 0x206, transform: 0, scale: -65536 * 1200),
      (source: 1, control: 0x81, destination: 3, transform: 0, scale: 65536 * 50),
    ]
    return builder.file
  }

  private static let text = """
    #define $A 6
    <control> default_path=./ set_cc1=64
    #include "c.sfz"
    <global> ampeg_release=0.$A volume_oncc7=6
    <group> key=60 lokey=50 hikey=70
    <region> sample=a.wav loop_start=100 loop_end=1800 offset=3
    <region> sample=b.wav lfo1_freq=3 lfo1_pitch=5 cutoff=4000 fil_type=lpf_4p

    """

  private static func exs24(isBigEndian: Bool) -> [UInt8] {
    EXS24Builder.small(isBigEndian: isBigEndian, frames: 1500, loop: 100..<1400).bytes
  }

  private static let preset = """
    <plist version="1.0"><dict><key>name</key><string>p</string>
    <key>file-references</key><dict><key>Sample:1</key><string>a.wav</string></dict>
    <key>Instrument</key><dict><key>Layers</key><array><dict>
    <key>Filters</key><dict><key>cutoff</key><real>5000</real><key>enabled</key><true/></dict>
    <key>LFOs</key><array><dict><key>rate</key><real>3</real></dict></array>
    <key>Zones</key><array><dict><key>waveform</key><integer>1</integer><key>loop enabled</key>\
    <true/>
    <key>loop end</key><integer>999</integer></dict></array></dict></array></dict></dict></plist>
    """

  private static let list = """
    <plist version="1.0"><array><string>32000</string><string>a.wav</string><string>66</string>
    <string>60</string><string>b.wav</string><string>127</string><string>69</string></array></plist>
    """

  private static var waves: [[UInt8]] {
    var looped = WaveFile(frames)
    looped.addSampler(key: 64, loop: 10...1990)
    let floats = tone.flatMap { WaveFile.little(Int($0.bitPattern), 4) }
    return [looped.bytes, WaveFile(tag: 3, bits: 32, data: floats).bytes]
  }

  private static func recordings(_ encodings: [AIFFFile.Encoding]) -> [[UInt8]] {
    encodings.map {
      var file = AIFFFile(tone, encoding: $0)
      file.addInstrument(baseNote: 64, detune: 9, keys: 20...100, loop: 100..<1900)
      return file.bytes
    }
  }

  private static var coreAudio: [[UInt8]] {
    CoreAudioFile.Format.allCases.map {
      var file = CoreAudioFile(tone, format: $0)
      file.addInstrument(baseNote: 64.5)
      file.addLoop(100..<1900)
      return file.bytes
    }
  }

  private static let song: [UInt8] = {
    let track: [UInt8] = [
      0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xC0, 42, 0, 0x90, 60, 100, 0x40, 64, 90, 0x81, 0, 60, 0,
      0x10, 0xE0, 0, 0x50, 0x20, 0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7, 0x20, 0x90, 72, 127, 0x40, 0x80,
      72, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }()

  private static var container: [UInt8] {
    let padding = [UInt8](repeating: 0, count: song.count % 2)
    let body =
      Array("RMIDdata".utf8) + WaveFile.little(song.count, 4) + song + padding
      + Array("LIST".utf8) + WaveFile.little(4, 4) + Array("INFO".utf8)
    return Array("RIFF".utf8) + WaveFile.little(body.count, 4) + body
  }

  static let scale = """
    ! just.scl
    !
    Just major
     7
    !
     9/8
     5/4
     498.045
     3/2
     5/3
     1088.26871
     2/1

    """

  private static let mapping = """
    ! white keys
    12
    0
    127
    60
    69
    440.0
    7
    0
    x
    1
    x
    2
    3
    x
    4
    x
    5
    x
    6

    """

  private static let tuning = """
    ; equal steps
    [Tuning]
    note 69 = 6900
    [Exact Tuning]
    BaseFreq = 8.1757989156437
    note 0 = 0.0
    note 1 = 99.5
    note 12 = 1200

    """

  private static let buildRecipe = """
    # two recordings
    name Test
    bits 24
    middle-c C4
    preset 0:42 Cello
    folder recordings
    files *.wav
    root C3.wav = A4
    keys 30-90
    loops file
    release 200

    """

  private static let pruneRecipe = """
    name Small
    keep 0:42 as Cello
    try 0:43, *violin*
    keys 36-96
    layer 100
    trim-loops

    """
}
