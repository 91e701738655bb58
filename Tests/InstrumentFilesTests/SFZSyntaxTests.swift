import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("SFZ syntax")
struct SFZSyntaxTests {
  private func sections(
    _ text: String, _ folder: MemoryFolders = MemoryFolders()
  ) -> [SFZDocument.Section] {
    SFZDocument.read(
      ByteStorage(copying: Array(text.utf8)), folders: folder.folders(own: "/i")
    ).sections
  }

  private func opcodes(_ text: String) -> [String] {
    sections("<region> " + text).flatMap { $0.opcodes.map { "\($0.name)|\($0.value)" } }
  }

  @Test("Values may have spaces, and end at the next opcode, header, comment or line")
  func values() {
    #expect(
      opcodes("sample=My Piano G#3.wav key=60\nlovel=1//soft\r\nhivel = 9 /* a\nb */ tune=-5")
        == ["sample|My Piano G#3.wav", "key|60", "lovel|1", "tune|-5"])
    #expect(opcodes("sample=a.wav<region>key=1") == ["sample|a.wav", "key|1"])
    #expect(opcodes("SAMPLE=A b.WAV  ") == ["sample|A b.WAV"])
  }

  @Test("Headers in any case; unknown headers are skipped with their opcodes")
  func headers() {
    let all = sections(
      "\u{FEFF}<Global>volume=1<master><group><region><curve><sample><what>key=1<control>")
    #expect(
      all.map(\.header) == [.global, .master, .group, .region, .curve, .sample, .control])
    #expect(all[0].opcodes == [SFZOpcode(name: "volume", value: "1")])
    #expect(all[5].opcodes.isEmpty)
    #expect(SFZHeader.allCases.count == 9)
  }

  @Test("Macros are expanded anywhere; the longest match wins; values may contain macros")
  func macros() {
    let text = """
      #define $K 3
      #define $KEY 6$K
      #define $NAME volume
      <region> key=$KEY $NAME=-$K lokey=$KE amp_velcurve_$K=1 sample=$X.wav
      """
    let found = sections(text)[0].opcodes.map { "\($0.name)=\($0.value)" }
    #expect(
      found == ["key=63", "volume=-3", "lokey=3E", "amp_velcurve_3=1", "sample=$X.wav"])
  }

  @Test("Macros of opcodes stand for them after any value, on their own, and in headers")
  func macrosOfOpcodes() {
    let text = """
      #define $RANGE lokey=60 hikey=72 // the rest
      #define $SOFT volume=-6 #define $HEADER region
      <$HEADER> sample=tone 1.wav $RANGE pan=5
      <region> $RANGE sample=a.wav $SOFT
      $SOFT
      <region> sample=$X//b.wav tune=5$SOFT
      """
    let found = sections(text).map { $0.opcodes.map { "\($0.name)=\($0.value)" } }
    #expect(
      found == [
        ["sample=tone 1.wav", "lokey=60", "hikey=72", "pan=5"],
        ["lokey=60", "hikey=72", "sample=a.wav", "volume=-6", "volume=-6"],
        ["sample=$X"],
      ])
  }

  @Test("A macro of one word ends there, as in ARIA; slashes of its value are not a comment")
  func macrosOfWords() {
    let text = """
      #define $DIR a/ <region> sample=$DIR/b c.wav
      #define $K 60 lokey=$K
      """
    let found = sections(text).map { $0.opcodes.map { "\($0.name)=\($0.value)" } }
    #expect(found == [["sample=a//b c.wav", "lokey=60"]])
  }

  @Test("Included files are relative to the root file's folder and continue the current header")
  func includes() throws {
    let folder = MemoryFolders(files: [
      "/i/parts/a.sfz": Array("key=60 #include \"parts/B.sfz\" <region> key=62".utf8),
      "/i/parts/b.sfz": Array("volume=-6".utf8),
    ])
    let all = sections("<region> #include \"parts\\a.sfz\"\n<region> key=64", folder)
    #expect(all.map { $0.opcodes.map(\.name) } == [["key", "volume"], ["key"], ["key"]])
  }

  @Test("A recursive include is read once; none leaves the folder")
  func cycles() {
    let folder = MemoryFolders(files: [
      "/i/a.sfz": Array("<region> #include \"b.sfz\"".utf8),
      "/i/b.sfz": Array("<region> #include \"a.sfz\"".utf8), "/secret": [0x3C],
    ])
    let storage = ByteStorage(copying: Array("#include \"a.sfz\" #include \"../secret\"".utf8))
    let document = SFZDocument.read(storage, folders: folder.folders(own: "/i"))
    #expect(document.sections.count == 2)
    #expect(document.warnings.contains { $0.contains("includes itself") })
    #expect(document.warnings.contains { $0.contains("outside") })
    let homeless = SFZDocument.read(storage)
    #expect(homeless.sections.isEmpty && homeless.warnings.count == 2)
  }

  @Test("Regions inherit from global, master and group; new headers reset")
  func inheritance() throws {
    let regions = try SFZFile.regions(
      """
      <global> ampeg_attack=1 volume=-1 sample=mono.wav
      <master> volume=-2 pan=10
      <group> volume=-3 key=60
      <region> volume=-4
      <region> lokey=50
      <group>
      <region>
      <master>
      <region>
      <global>
      <region> sample=mono.wav
      """)
    #expect(
      regions.map { ($0.extendedParameters?.gainCentibels ?? 0) / 10 } == [-4, -3, -2, -1, 0])
    #expect(regions.map { $0.generators[.pan] } == [50, 50, 50, 0, 0])
    #expect(regions.map { $0.keys } == [60...60, 50...60, 0...127, 0...127, 0...127])
    #expect(regions.map { $0.generators[.volumeEnvelopeAttack] == 0 }.last == false)
  }

  @Test("SFZ begins with headers, directives or opcodes, and nothing else is taken for it")
  func recognition() {
    func format(_ text: String) -> InstrumentFormat? {
      Array(text.utf8).withUnsafeBytes { InstrumentFormat(recognizing: $0) }
    }
    for text in [
      "<region>", "// a comment\r\n\r\n/* and\n one */ <Global>", "#define $A 1", "#include \"a\"",
      "sample=a.wav\nseq_length=4", "\u{FEFF}<control>",
    ] {
      #expect(format(text) == .sfz, "\(text)")
    }
    for text in [
      "", "<?xml version=\"1.0\"?><plist>", "<html>", "region", "<regi", "MThd", "! a.scl", "a=b",
      "sample=\0", "bplist00",
    ] {
      #expect(format(text) == nil, "\(text)")
    }
  }

  @Test("A file without regions is an error with a reason")
  func nothing() {
    let error = #expect(throws: InstrumentFileError.self) { try SFZFile.bank("<group> key=1") }
    #expect(error?.reason == .nothingToPlay(firstWarning: nil))
    #expect(error?.description.contains("nothing to play") == true)
  }
}
