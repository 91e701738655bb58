import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement

extension HostileFormat {
  /// Small valid files from which a fuzzer starts.
  public var seeds: [[UInt8]] {
    switch self {
    case .soundfont: [Self.soundFont]
    case .dls: [Self.collection]
    case .sfz:
      [
        Array(Self.text.utf8), Array(("A title\n" + Self.text).utf8),
        ("\u{FEFF}" + Self.text).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      ]
    case .exs24: [Self.instrument(isBigEndian: false), Self.instrument(isBigEndian: true)]
    case .aupreset: [Array(Self.preset.utf8)]
    case .list: [Array(Self.samples.utf8)]
    case .audio: [Self.recording]
    case .wavpack: WavPackFixture.files + [WavPackFixture.silence(blockCount: 2)]
    case .decentsampler: [Array(Self.decentSampler.utf8)]
    case .patch: [Self.gravisPatch]
    case .song: [Self.songSeed] + Self.otherSongs
    case .messages: [Self.messagesSeed]
    case .scala: [Array("! c\ntitle\n 3\n 5/4 third\n 701.955\n 2\n".utf8)]
    case .mapping: [Array("! c\n3\n0\n127\n60\n69\n440.5\n3\n0\nx\n1\n".utf8)]
    case .anamark: [Array(Self.tuning.utf8)]
    }
  }

  private static var soundFont: [UInt8] {
    let frames = (0..<64).map { Int16($0 * 300) }
    return SoundFontBuilder.filtered([
      .init(frames: frames, loop: 8..<60),
      .init(frames: frames.map { -$0 }, lowBytes: Array(0..<64), loop: 8..<60),
    ]).chunks.file
  }

  private static var collection: [UInt8] {
    var builder = DLSBuilder()
    builder.waves = [.init((0..<64).map { Int16($0 * 300) }, settings: .init(loop: (0, 8, 50)))]
    builder.instruments[0].connections = [
      (source: 0, control: 0, destination: 0x206, transform: 0, scale: -65536 * 1200),
      (source: 1, control: 0x81, destination: 3, transform: 0, scale: 65536 * 50),
      (source: 5, control: 0, destination: 0x500, transform: 0, scale: 65536 * 2400),
    ]
    return builder.file
  }

  private static var gravisPatch: [UInt8] {
    var waves = [
      GravisPatchBuilder.Wave((0..<64).map { Int16($0 * 300) }),
      GravisPatchBuilder.Wave((0..<32).map { Int16($0 * -700) }),
    ]
    (waves[0].frequencies.high, waves[1].modes) = (440_000, 0b111_1110)
    (waves[1].rates, waves[1].levels) = ([9, 200, 65, 140, 63, 63], [240, 250, 200, 100, 20, 0])
    (waves[1].scaleFactor, waves[1].fractions) = (512, 0x35)
    return GravisPatchBuilder(waves).file
  }

  private static func instrument(isBigEndian: Bool) -> [UInt8] {
    EXS24Builder.small(isBigEndian: isBigEndian, frames: 150, loop: 100..<140).bytes
  }

  private static let text = """
    #define $A 6
    #define $B key=60 pan=1
    <control> default_path=./ set_cc1=64
    #include "b.sfz"
    <global> ampeg_attack=0.$A volume_oncc7=6 volume_curvecc7=1
    <master> pan=10 <group> key=$A4 sw_last=20 sw_lokey=19 sw_hikey=21
    <region> sample=a.wav $B loop_start=5 loop_end=70 offset=3 end=250 seq_length=3
    <region> sample=b.wav lfo1_freq=3 lfo1_pitch=5 xfin_lokey=2 xfin_hikey=9 fil_type=lpf_6p
    <curve> curve_index=7 v003=0.4
    === b.sfz
    <region> sample=*sine cutoff=500 fileg_depth=1200 fileg_decay=1 trigger=release rt_decay=3
    #include "c.sfz"
    === c.sfz
    <region> sample=x.flac key=6 off_by=3 group=2 polyphony=3 amp_velcurve_64=0.5
    #include "b.sfz"
    """

  private static let decentSampler = """
    <?xml version="1.0"?><!-- a --><DecentSampler minVersion="1.0"><ui><tab name="&quot;"/></ui>
    <groups volume="-3dB" attack="0.1" globalTuning="0.5"><group tags="a,b" ampVelTrack="0.5"
    seqMode="round_robin" silencedByTags="b"><sample path="a.wav" rootNote="60" loNote="20"
    hiNote="70" seqPosition="2" loopEnabled="true" loopStart="5" loopEnd="70"/><sample
    path='a.wav' rootNote="C4" volume="0.5" trigger="release" releaseTriggerDecay="3dB"
    onLoCC64="90" onHiCC64="127"/></group></groups><effects><effect type="lowpass"/></effects>
    </DecentSampler>
    === a.wav
    """

  private static let tuning = """
    [Scale Begin]
    Format= "AnaMark-TUN"
    [Tuning] ; whole cents
    note 0=0
    note 12 = 1195
    [Exact Tuning]
    BaseFreq= 8.2e0
    note 1 = 99.5
    note 12=+1.2e3 ; octave
    [Scale End]

    """

  private static let preset = """
    <plist version="1.0"><dict><key>name</key><string>p</string>
    <key>file-references</key><dict><key>Sample:1</key><string>a.wav</string></dict>
    <key>Instrument</key><dict><key>Layers</key><array><dict>
    <key>Filters</key><dict><key>cutoff</key><real>100</real><key>enabled</key><true/></dict>
    <key>LFOs</key><array><dict><key>rate</key><real>3</real></dict></array>
    <key>Envelopes</key><array><dict><key>Stages</key><array><dict><key>stage</key>\
    <integer>3</integer>
    <key>time</key><real>2</real></dict></array></dict></array>
    <key>Connections</key><array><dict><key>source</key><integer>301</integer><key>destination</key>
    <integer>1095761920</integer><key>min value</key><real>-5</real></dict></array>
    <key>Zones</key><array><dict><key>waveform</key><integer>1</integer><key>loop enabled</key>\
    <true/>
    <key>loop end</key><integer>99</integer></dict></array></dict></array></dict></dict></plist>
    """

  private static let samples = """
    <plist version="1.0"><array><string>32000</string><string>a.wav</string><string>26</string>
    <string>26</string><string>b.wav</string><string>127</string><string>60</string></array></plist>
    """

  private static var recording: [UInt8] {
    var file = WaveFile((0..<200).map { Int16($0 % 50 * 400) }, channels: 2)
    file.addSampler(key: 64, loop: 10...90)
    return file.bytes
  }

  private static var songSeed: [UInt8] {
    let track: [UInt8] = [
      0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xC0, 0, 0, 0x90, 60, 100, 0x40, 60, 0, 0x81, 0, 0xE0, 0,
      0x50, 0, 0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }

  /// Songs of other formats, with loops.
  private static var otherSongs: [[UInt8]] {
    let loop: [UInt8] = [0xB0, 116, 2, 0x90, 60, 100, 5, 20, 0xB0, 117, 127, 9]
    return [
      GzipBytes.file(songSeed, extra: [1], name: "a"),
      GzipBytes.run(of: 1, matches: 3),
      GameSongBytes.xmidi([loop, [0x90, 62, 100, 10]]),
      GameSongBytes.mus([0x90, 0x80 | 60, 90, 70, 0x40, 0, 42, 0x22, 9, 0x32, 10, 0, 60, 0x60]),
      GameSongBytes.hmi([
        [0, 0xFE, 0x14, 0, 0, 0, 0x90, 60, 100, 10, 60, 0xFE, 0x10, 0, 0, 0, 0, 0, 0, 0]
      ]),
      GameSongBytes.clip(
        96,
        [
          (0, [0xD010_0103, 0x5375_6974, 0x6500_0000, 0]), (0, [0xD010_0000, 50_000_000, 0, 0]),
          (1, [0x4390_3C03, 0xC800_7801]), (1, [0x4060_3C00, 0xC000_0000]), (9, [0x4380_3C00, 0]),
        ]),
      GameSongBytes.hmp([[], [0x80, 0x90, 60, 100, 0xFF, 0x80, 60, 0, 0x80, 0xB0, 110, 255]]),
      recomposerSeed,
    ]
  }

  /// A song of Recomposer with loops, repeated measures, tempos and messages.
  private static var recomposerSeed: [UInt8] {
    var file = RCPBytes([
      RCPBytes.Track(
        channel: 3, key: 5, startTick: 2, name: Array("Lead".utf8),
        [
          [0xE2, 0, 5, 8], [0xF9, 1, 0, 0], [60, 24, 30, 100], [60, 24, 12, 90], [0xFD, 0, 0, 0],
          [0xFC, 0, 52, 0], [0xF8, 2, 0, 0], [0xE7, 0, 80, 9], [0x90, 0, 1, 2], [0x98, 0, 3, 4],
          [0xF7, 0, 0x7D, 0x80], [0xF6, 0, 0x61, 0x62], [0xDE, 0, 1, 2], [0xF9, 1, 0, 0],
          [0xE6, 0, 18, 0], [64, 48, 48, 100], [0xF8, 0, 0, 0],
        ]),
      RCPBytes.Track(channel: 9, key: 0x80, [[36, 24, 1, 127], [0xFC, 0, 44, 0]]),
    ])
    file.trackCount = 2
    file.userExclusives = [[0x41, 0x10, 0x42, 0x12, 0x83, 0x40, 0x80, 0x81, 0x84]]
    return file.bytes
  }

  private static let messagesSeed: [UInt8] = [
    0x90, 64, 64, 0xF0, 0x7F, 0x7F, 4, 4, 0, 0x42, 0xF7, 0xF0, 0x41, 0x10, 0x42, 0x12, 0x40, 0,
    0x7F,
    0, 0x41, 0xF7, 0xF0, 0x43, 0x10, 0x4C, 0, 0, 0x7E, 0, 0xF7, 0xF0, 0x7F, 0, 8, 2, 0, 1, 60, 60,
    0, 0,
    0xF7,
  ]
}
