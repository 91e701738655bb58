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

  @Test("Valid keys, and −1 for none, cause no warning")
  func valid() throws {
    for opcodes in ["xfin_lokey=c4 xfin_hikey=d4", "sw_down=0 sw_up=127", "hikey=-1 on_locc1=1"] {
      #expect(try SFZFile.bank("<region> sample=mono.wav \(opcodes)").warnings.isEmpty)
    }
  }
}
