import Testing

@Suite("What the rules for dependencies find")
struct DependencyRulesTests {
  private func manifest(_ bankFiles: String) -> String {
    """
    portable("Synthesis", ["InstrumentModel"], inC: ["CDSPKernels"]),
    portable(
      "PlugIn", ["InstrumentModel",
        "Synthesis"]),
    portable("InstrumentModel"), portable("InstrumentFiles", ["InstrumentModel"]),
    platform("FileIO"), platform("SampleCodec", [], system: [("CSoundFile", "SoundFile")]),
    platform(
      "BankFiles",
      [\(bankFiles)]),
    """
  }

  @Test("opening a file links no voice, directly or by another module")
  func readers() {
    func paths(_ bankFiles: String) -> [String] {
      DependencyRules.voicelessReaders(manifest: manifest(bankFiles)).map(\.message)
    }
    #expect(paths("\"FileIO\", \"InstrumentFiles\"").isEmpty)
    #expect(paths("\"FileIO\", \"PlugIn\"").first?.hasPrefix("BankFiles → PlugIn") == true)
    #expect(paths("\"Presets\"").isEmpty)
    let indirect = manifest("\"Presets\"") + "portable(\"Presets\", [\"Synthesis\"]),"
    #expect(
      DependencyRules.voicelessReaders(manifest: indirect).map(\.message)
        == ["BankFiles → Presets → Synthesis: opening a file must link no voice."])
  }

  @Test("programs among the products are found, targets of programs are not")
  func executables() {
    let manifest = """
      products: [.library(name: "A", targets: ["A"]), .executable(name: "a-cli", targets: ["B"]),
        .executable(
          name: "long-run", targets: ["C"])],
      targets: [.executableTarget(name: "fuzz")]
      """
    #expect(DependencyRules.executables(manifest: manifest) == ["a-cli", "long-run"])
  }

  @Test("a module that the manifest no longer declares is a violation")
  func missing() {
    #expect(DependencyRules.voicelessReaders(manifest: "").count == 4)
  }
}
