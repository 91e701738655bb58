import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

/// Each format has one note of 100 frames at 44,100 Hz on key 69: 441 Hz, 3.930 cents above 440.
@Suite("peach tune with other formats than SoundFont")
struct TunedFormatTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    var wave = WaveFile(Self.frames)
    wave.addSampler(key: 69, loop: 0...999)
    try peach.put("tone.wav", wave.bytes)
  }

  private static let frames = (0..<1000).map {
    Int16((8000 * sin(2 * .pi * Double($0) / 100)).rounded())
  }

  private static var downloadableSounds: [UInt8] {
    var builder = DLSBuilder()
    builder.waves = [.init(frames, settings: .init(unity: 69, loop: (0, 0, 1000)))]
    builder.instruments = [.init("Tone")]
    return builder.file
  }

  private static var exs24: [UInt8] {
    var builder = EXS24Builder()
    builder.addInstrument("Tone")
    builder.addZone("tone", root: 69, frames: (0, 1000), loop: 0..<1000)
    builder.addSample("tone.wav", folder: "/")
    builder.addParameters([])
    return builder.bytes
  }

  private static let samplerPreset = Array(
    """
    <plist version="1.0"><dict><key>name</key><string>Tone</string><key>file-references</key><dict>
    <key>Sample:1</key><string>tone.wav</string></dict><key>Instrument</key><dict>
    <key>Layers</key><array><dict><key>Zones</key><array><dict>
    <key>waveform</key><integer>1</integer>
    <key>root key</key><integer>69</integer><key>loop enabled</key><true/></dict></array></dict>
    </array></dict></dict></plist>
    """.utf8)

  @Test(
    "A tone of 1200 log2(441 / 440) = 3.93 cents is tuned to 0.00, in the written bank, too",
    arguments: ["a.dls", "a.exs", "a.aupreset", "a.dspreset"])
  func tuned(name: String) throws {
    let bytes =
      switch name {
      case "a.dls": Self.downloadableSounds
      case "a.exs": Self.exs24
      case "a.aupreset": Self.samplerPreset
      default:
        Array(
          ("<DecentSampler><groups><group><sample path='tone.wav' rootNote='69'/></group></groups>"
            + "</DecentSampler>").utf8)
      }
    try peach.put(name, bytes)
    let result = try peach.run("tune", name, "-o", "tuned.sf2", "--report", "card.txt")
    #expect(result.status == 0 && result.output.contains("3.9 → 0.00"), "\(result.errors)")
    #expect(try peach.run("tune", "tuned.sf2").output.contains("0.0 → 0.00"))
    let card = String(decoding: peach.bytes("card.txt") ?? [], as: UTF8.self)
    #expect(card.contains("+3.93 → "))
  }

  @Test("Banks that are damaged or have nothing to play are errors that name the reason")
  func errors() throws {
    try peach.put("cut.dls", Array(Self.downloadableSounds.prefix(60)))
    let cut = try peach.run("tune", "cut.dls", "-o", "b.sf2")
    #expect(cut.status == 1 && cut.errors.contains("chunk ‘"), "\(cut.errors)")
    try peach.put("gone.sfz", Array("<region> sample=gone.wav".utf8))
    for words in [["tune", "gone.sfz", "-o", "b.sf2"], ["convert", "gone.sfz", "b.sf2"]] {
      let result = try peach.end(peach.start(words))
      #expect(result.status == 1 && result.errors.contains("Sample ‘gone.wav’ was not found"))
      #expect(result.errors.contains("gone.sfz has no playable regions."))
    }
    var kit = DLSBuilder()
    kit.instruments = [.init("Kit")]
    kit.instruments[0].bank = 0x8000_0000
    kit.waves = [.init(Self.frames)]
    try peach.put("kit.dls", kit.file)
    #expect(try peach.run("tune", "kit.dls").errors.contains("percussion presets only"))
    #expect(peach.bytes("b.sf2") == nil)
  }
}
