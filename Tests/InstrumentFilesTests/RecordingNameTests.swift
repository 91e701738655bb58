import PeachInstrumentFiles
import Testing

@Suite("Names of recordings")
struct RecordingNameTests {
  // Keys by the MIDI convention that middle C, C4, is key 60.
  @Test(
    "A note name or number is the key, regardless of surrounding text",
    arguments: [
      ("Cello-C#3.wav", 49), ("060.wav", 60), ("p_A4.wav", 69), ("Bb4.aif", 70), ("b4.flac", 71),
      ("bb4.wav", 70), ("cello_G2_mf_1.wav", 43), ("E♭2.wav", 39), ("F♯5.wav", 78),
      ("cs4.wav", 61), ("A0v12.wav", 21), ("D#4v1.flac", 63), ("C8v16.wav", 108),
      ("Cello.arco.ff.sulC.C2.stereo.aif", 36), ("Cello.arco.ff.sulC.Gb2.stereo.aif", 42),
      ("Piano.pp.Bb0.aiff", 22), ("alto_flute-a#3.wav", 58), ("1st-violins-sus-g3.wav", 55),
      ("celli-piz-rr1-c3.wav", 48), ("Marimba.yarn.ff.C6.wav", 84), ("C10.wav", nil),
      ("G9.wav", 127), ("G#9.wav", nil), ("Cb4.wav", 59), ("B#3.wav", 60),
      ("take 2 - 061.wav", 61), ("1_2.wav", nil), ("piano 64.wav", 64), ("128.wav", nil),
      ("Violin.wav", nil), ("H4.wav", nil), ("sound.wav", nil), ("", nil), (".wav", nil),
      ("Dx7_E3.wav", 52), ("note_069_v2.wav", 69), ("C4.old.wav", 60), ("C2B2.wav", nil),
      ("FF B-1.flac", 11), ("C-1.wav", 0), ("piano_c#-1_f.wav", 1), ("C4 b-1.wav", 60),
      ("cello_As2_15_forte_arco-normal.mp3", 46), ("guitar_A#4_very-long_piano_normal.ogg", 70),
    ] as [(String, UInt8?)])
  func keys(name: String, key: UInt8?) {
    #expect(RecordingName(name).key == key)
  }

  @Test("Middle C may be C3 or C5")
  func middleC() {
    #expect(RecordingName("C3.wav", middleC: 3).key == 60)
    #expect(RecordingName("C5.wav", middleC: 5).key == 60)
    #expect(RecordingName("060.wav", middleC: 3).key == 60)
    // The lowest key has octave −2.
    #expect(RecordingName("FF B-1.flac", middleC: 3).key == 23)
    #expect(RecordingName("C-2.wav", middleC: 3).key == 0)
  }

  @Test(
    "Dynamics and numbers are layers",
    arguments: [
      ("p_A4.wav", .dynamic(.p)), ("cello_G2_mf_1.wav", .dynamic(.mf)),
      ("FF C4.wav", .dynamic(.ff)),
      ("F4.wav", nil), ("A0v12.wav", .number(12)), ("C4_vel64.wav", .number(64)),
      ("Piano.pp.Bb0.aiff", .dynamic(.pp)), ("v3-C4.wav", .number(3)), ("C4.wav", nil),
      ("x.fff.C4.wav", .dynamic(.fff)), ("x.ppp.C4.wav", .dynamic(.ppp)),
      ("x.mp.C4.wav", .dynamic(.mp)), ("x f C4.wav", .dynamic(.f)), ("viola C4.wav", nil),
      ("cello_A2_15_pianissimo_arco-normal.mp3", .dynamic(.pp)),
      ("cello_A2_15_forte_arco-normal.mp3", .dynamic(.f)),
      ("guitar_C3_very-long_piano_normal.mp3", .dynamic(.p)),
      ("Oboe Fortissimo C4.wav", .dynamic(.ff)), ("oboe_mezzo-piano_C4.wav", .dynamic(.mp)),
      ("oboe_C4_MezzoForte.wav", .dynamic(.mf)), ("x mezzo forte C4.wav", .dynamic(.mf)),
      ("fortississimo-c4.wav", .dynamic(.fff)), ("c4.pianississimo.wav", .dynamic(.ppp)),
      // The instrument, not a dynamic.
      ("Piano.ff.C4.aiff", .dynamic(.ff)), ("Grand Piano C4v3.wav", .number(3)),
      ("piano_C4_forte.wav", .dynamic(.f)), ("forte piano C4.wav", nil),
      ("fortepiano C4.wav", nil), ("mezzo C4.wav", nil),
    ] as [(String, VelocityLayer?)])
  func layers(name: String, layer: VelocityLayer?) {
    #expect(RecordingName(name).layer == layer)
  }

  @Test("A name with two notes in a word is a scale's")
  func scales() {
    #expect(RecordingName("Cello.arco.ff.sulC.C2B2.mono.aif").isScale)
    #expect(RecordingName("Violin.arco.ff.sulE.C6Gb7.aiff").isScale)
    #expect(!RecordingName("Cello.arco.ff.sulC.C2.stereo.aif").isScale)
  }

  @Test("Key ranges meet midway between roots; the first and the last extend to the ends")
  func ranges() {
    #expect(KeyRanges.split([60], within: 0...127) == [0...127])
    #expect(KeyRanges.split([60, 64], within: 48...72) == [48...62, 63...72])
    #expect(KeyRanges.split([60, 63], within: 0...127) == [0...61, 62...127])
    #expect(KeyRanges.split([60, 61, 62], within: 0...127) == [0...60, 61...61, 62...127])
    #expect(KeyRanges.split([20, 60], within: 48...72) == [nil, 48...72])
    #expect(KeyRanges.split([30, 50, 60], within: 48...72) == [nil, 48...55, 56...72])
    for roots in [[21, 23, 28, 40, 41, 99], [0, 127], [64]] as [[UInt8]] {
      let keys = KeyRanges.split(roots, within: 0...127).compactMap { $0 }.flatMap { Array($0) }
      #expect(keys == Array(0...127))
    }
  }

  @Test("Layers divide the velocity range in the order of their dynamics")
  func velocities() {
    let dynamics: [VelocityLayer] = [.dynamic(.ff), .dynamic(.pp), .dynamic(.mf)]
    #expect(VelocityLayer.velocities(of: dynamics) == [97...127, 1...56, 57...96])
    #expect(VelocityLayer.velocities(of: [.dynamic(.mf)]) == [1...127])
    let numbers = (1...16).map { VelocityLayer.number($0) }
    let ranges = VelocityLayer.velocities(of: numbers)
    #expect(ranges.flatMap { Array($0) } == Array(1...127))
    #expect(ranges.allSatisfy { (7...8).contains($0.count) })
    #expect(VelocityLayer.velocities(of: [.number(90), .number(3)]) == [64...127, 1...63])
    let all = VelocityLayer.Dynamic.allCases.map { VelocityLayer.dynamic($0) }
    #expect(VelocityLayer.velocities(of: all).flatMap { Array($0) } == Array(1...127))
  }
}
