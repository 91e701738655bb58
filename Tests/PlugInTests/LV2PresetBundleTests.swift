import PeachPlugIn
import Testing

@Suite("LV2 preset bundle")
struct LV2PresetBundleTests {
  private let bundle = LV2PresetBundle(
    bankAt: "/my banks/große \"Orgel\".sf2", title: "An \"organ\"",
    presets: [
      FactoryPreset(number: 0, name: "Grand \"A\"\\\n", bank: 0, program: 0),
      FactoryPreset(number: 1, name: "Copy", bank: 0, program: 0),
      FactoryPreset(number: 2, name: "Cello", bank: 129, program: 42),
    ])

  // RFC 3986 §2.1 and Turtle §6.4 define the escapes.
  @Test("Paths are percent-encoded, names are escaped, and equal numbers are listed once")
  func text() {
    #expect(bundle.folderName == "gro__e__Orgel_.presets.lv2")
    #expect(bundle.presetCount == 2)
    let path = "<file:///my%20banks/gro%C3%9Fe%20%22Orgel%22.sf2>"
    #expect(bundle.presets.contains("<urn:peach:sampler:bank> \(path) ;"))
    #expect(bundle.presets.contains("<urn:peach:sampler:preset> \"129:42\""))
    for (symbol, value) in [("presetBank", 129), ("presetProgram", 42)] {
      #expect(
        bundle.presets.contains("lv2:symbol \"\(symbol)\" ;\n\t\tpset:value \(value)\n"))
    }
    #expect(bundle.presets.contains("rdfs:label \"An \\\"organ\\\"\" ."))
    for text in [bundle.manifest, bundle.presets] {
      #expect(text.contains("<urn:peach:sampler:presets:gro__e__Orgel_:0:0>\n\ta pset:Preset ;"))
      #expect(text.contains("rdfs:label \"000:000 Grand \\\"A\\\"\\\\ \" ;"))
      #expect(text.contains("rdfs:label \"129:042 Cello\" ;"))
      #expect(!text.contains("Copy"))
    }
    #expect(bundle.manifest.contains("rdfs:seeAlso <presets.ttl> ."))
  }

  @Test("Preset numbers are parsed or rejected")
  func numbers() throws {
    let number = try #require(LV2PresetBundle.preset("128:25"))
    #expect(number == (128, 25))
    for wrong in ["", ":", "1", "1:", "1:128", "65536:0", "-1:0", "1:2:3", "x:1"] {
      #expect(LV2PresetBundle.preset(wrong) == nil)
    }
  }
}
