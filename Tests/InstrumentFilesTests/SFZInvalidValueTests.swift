import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("Invalid SFZ values")
struct SFZInvalidValueTests {
  @Test(
    "Crossfades and key switches with an invalid value are ignored with a warning",
    arguments: [
      "xfin_lokey=h4", "xfin_hikey=x", "xfout_lokey=", "xfout_hikey=c12", "xfin_lovel=soft",
      "xfout_hicc1=x", "sw_down=x", "sw_up=200", "sw_previous=h2", "sw_last=128", "sw_lokey=x",
      "sw_default=x",
    ])
  func ignored(opcode: String) throws {
    let bank = try SFZFile.bank("<region> sample=mono.wav \(opcode) pan=10")
    #expect(bank.regions(ofPresetAt: 0) == [try SFZFile.region("pan=10")])
    #expect(bank.warnings == ["Ignored \(opcode): the value is invalid."])
  }

  @Test(
    "A value that is not a number keeps the default, with a warning (sfizz: value_or(default))",
    arguments: [
      "cutoff=open", "cutoff=h4", "ampeg_sustain=full", "amplitude=loud", "hivel=max", "lovel=min",
      "amp_veltrack=on", "volume=", "pan=left", "tune=sharp", "end=last", "offset=start",
      "loop_mode=forever", "trigger=never", "off_mode=now", "note_selfmask=perhaps",
      "xf_velcurve=linear", "phase=reversed", "seq_length=all", "lorand=low", "hirand=high",
      "locc1=x", "hihdcc1=x", "on_locc1=x", "lobend=x", "group=drums", "transpose=up",
      "pitch_keytrack=on", "eq1_gain=some", "eg1_time0=x", "lfo1_freq=slow", "lfo1_wave=sine",
      "pitch_keycenter=middle", "effect1=hall", "volume_oncc7=x", "pan_curvecc10=x",
      "ampeg_attack=1e99",
    ])
  func defaults(opcode: String) throws {
    let bank = try SFZFile.bank("<region> sample=mono.wav \(opcode) pan_oncc1=10")
    #expect(bank.regions(ofPresetAt: 0) == [try SFZFile.region("pan_oncc1=10")])
    #expect(bank.warnings == ["Ignored \(opcode): the value is invalid."])
  }

  @Test("An invalid value leaves that of the group, and the others of the region")
  func inheritance() throws {
    let region = try SFZFile.regions(
      "<group> volume=-6 <region> sample=mono.wav volume=loud pan=10")[0]
    #expect(region == (try SFZFile.region("volume=-6 pan=10")))
  }

  @Test("Invalid offsets, controller values and points of curves are ignored")
  func headers() throws {
    let bank = try SFZFile.bank(
      """
      <control> note_offset=up octave_offset=x set_cc7=x set_hdcc10=x
      <curve> curve_index=9 v64=half
      <region> sample=mono.wav key=60
      """)
    #expect(bank.presets[0].controllers == [])
    #expect(bank.regions(ofPresetAt: 0)[0].keys == 60...60)
    #expect(bank.warnings.count == 5)
  }

  @Test("A leading number counts: units and other text after it are ignored (as in sfizz)")
  func units() throws {
    #expect(try SFZFile.region("volume=-6dB") == SFZFile.region("volume=-6"))
    #expect(try SFZFile.region("cutoff=1000Hz") == SFZFile.region("cutoff=1000"))
    #expect(try SFZFile.region("tune=+5.5ct") == SFZFile.region("tune=5.5"))
    #expect(try SFZFile.bank("<region> sample=mono.wav volume=-6dB").warnings.isEmpty)
  }

  @Test("A cutoff may be the name of a key, as in ARIA (sfz/tests, filters 07): C6 is 1046.5 Hz")
  func cutoffNames() throws {
    // 440 · 2^((84 − 69) / 12) Hz.
    let named = try SFZFile.region("cutoff=c6").generators[.initialFilterCutoff]
    let number = try SFZFile.region("cutoff=1046.5023").generators[.initialFilterCutoff]
    #expect(abs(named - number) < 0.01)
    #expect(try SFZFile.bank("<region> sample=mono.wav cutoff=C6").warnings.isEmpty)
    #expect(try SFZFile.region("cutoff=a4") == SFZFile.region("cutoff=440"))
  }

  @Test("Keys with the signs of sharp and flat")
  func signs() throws {
    #expect(try SFZFile.region("key=c♯4") == SFZFile.region("key=61"))
    #expect(try SFZFile.region("key=d♭4") == SFZFile.region("key=61"))
  }

  @Test("Valid keys, and −1 for none, cause no warning")
  func valid() throws {
    for opcodes in ["xfin_lokey=c4 xfin_hikey=d4", "sw_down=0 sw_up=127", "hikey=-1 on_locc1=1"] {
      #expect(try SFZFile.bank("<region> sample=mono.wav \(opcodes)").warnings.isEmpty)
    }
  }
}
