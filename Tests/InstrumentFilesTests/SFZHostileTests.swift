import PeachInstrumentFiles
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("Untrusted SFZ bytes")
struct SFZHostileTests {
  private static let text = """
    #define $A 6
    <control> default_path=./ set_cc1=64
    <global> ampeg_attack=0.$A volume_oncc7=6 volume_curvecc7=1
    <master> pan=10 <group> key=$A4 sw_last=20 sw_lokey=19 sw_hikey=21
    <region> sample=loop.wav loop_start=5 loop_end=70 offset=3 end=500 seq_length=3
    <region> sample=loop.wav eg1_time1=2 eg1_level1=1 eg1_ampeg=1 eg1_sustain=1 eq2_gain=4
    <region> sample=stereo.wav lfo1_freq=3 lfo1_pitch=5 xfin_lokey=2 xfin_hikey=9
    <curve> curve_index=7 v003=0.4 /* text */ #include "mono.wav" // end
    """

  @discardableResult
  private func open(_ bytes: [UInt8]) -> Int? {
    do {
      let bank = try InstrumentFile.read(
        ByteStorage(copying: bytes), folders: SFZFile.folder.folders(own: "/i"))
      let regions = bank.regions(ofPresetAt: 0)
      for region in regions {
        #expect(bank.samples.indices.contains(region.sample))
        for generator in Generator.allCases { #expect(region.generators[generator].isFinite) }
        let extendedParameters = region.extendedParameters
        #expect(extendedParameters?.gainCentibels.isFinite == true)
        #expect(extendedParameters?.modulations.allSatisfy { $0.amount.isFinite } == true)
        for envelope in extendedParameters?.envelopes ?? [] {
          #expect(envelope.points.count <= 32)
          #expect(envelope.points.allSatisfy { (0...100).contains($0.seconds) })
          #expect(envelope.points.allSatisfy { abs($0.level) <= 1 && abs($0.shape) <= 40 })
        }
      }
      return regions.count
    } catch {
      #expect(!error.description.isEmpty)
      return nil
    }
  }

  @Test("A text truncated at any byte is read or refused")
  func truncations() {
    let bytes = Array(Self.text.utf8)
    #expect(open(bytes) == 4)
    let step = TestScale.cases(short: 3, full: 1)
    for length in stride(from: 0, to: bytes.count, by: step) { open(Array(bytes[..<length])) }
  }

  @Test("Random bytes are read or refused")
  func corruptions() {
    let count = TestScale.count(short: 150, full: 20_000)
    var random = RandomNumbers(seed: 9)
    var banks = 0
    for _ in 0..<count {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<random.whole(1...6) {
        bytes[random.whole(0...(bytes.count - 1))] = UInt8(random.whole(0...255))
      }
      if open(bytes) != nil { banks += 1 }
    }
    // Most random changes affect neither headers nor delimiters.
    #expect(banks > count / 4, "\(banks)")
  }

  @Test(
    "Values beyond all limits, and values that are not numbers",
    arguments: [
      "nan", "inf", "-1", "1e400", "-1e400", "99999999999999999999", "", "-", "1e-400", "0x10", "½",
    ])
  func numbers(text: String) {
    var file = ""
    for rule in SFZOpcodeRule.all {
      let name = rule.name.replacing("N", with: "7").replacing("*", with: "gain")
      file += "<region> sample=mono.wav cutoff=99 \(name)=\(text)\n\(name)_oncc7=\(text)\n"
    }
    open(Array(file.utf8))
  }

  @Test("Valid oddities: no key, reversed ranges, offsets beyond the end")
  func oddities() throws {
    func count(_ opcodes: String) throws -> Int {
      try SFZFile.regions("<region> sample=mono.wav \(opcodes)<region> sample=mono.wav").count - 1
    }
    #expect(try count("hikey=-1") == 0)
    #expect(try count("lokey=61 hikey=60") == 0)
    #expect(try count("lovel=100 hivel=20") == 0)
    #expect(try count("key=200") == 0)
    #expect(try count("seq_length=2 seq_position=5") == 1)
    #expect(try count("polyphony=0") == 1)
    #expect(
      try count("offset=99999 end=3 loop_start=9999 loop_end=2 loop_mode=loop_continuous") == 1)
    // Inaudible regions may still choke others.
    #expect(try count("end=-1 group=1") == 1)
  }

  @Test("Recursive includes are limited")
  func includeBomb() {
    var folder = MemoryFolders()
    for level in 0..<20 {
      let line = "#include \"\(level + 1).sfz\"\n"
      folder.files["/i/\(level).sfz"] = Array((line + line + "<region> sample=*sine").utf8)
    }
    folder.files["/i/20.sfz"] = Array("<region> sample=*sine".utf8)
    let storage = ByteStorage(copying: Array("#include \"0.sfz\"".utf8))
    let document = SFZDocument.read(storage, folders: folder.folders(own: "/i"))
    #expect(document.sections.count < 5000)
    #expect(document.warnings.contains { $0.contains("too many files") })
    var deep = MemoryFolders()
    for level in 0..<50 {
      deep.files["/i/\(level).sfz"] = Array("<region> #include \"\(level + 1).sfz\"".utf8)
    }
    let nested = SFZDocument.read(storage, folders: deep.folders(own: "/i"))
    #expect(nested.sections.count == 31)
  }

  @Test("Exponential macros are limited")
  func macroBomb() {
    var text = "#define $a0 xxxxxxxxxxxxxxxx\n"
    for level in 1..<40 { text += "#define $a\(level)_ $a\(level - 1)_$a\(level - 1)_\n" }
    text += "#define $b $b$b\n<region> sample=$b$b key=60"
    text = text.replacing("$a0 ", with: "$a0_ ")
    let document = SFZDocument.read(ByteStorage(copying: Array(text.utf8)))
    #expect(document.sections.count <= 1)
    var value = ""
    for _ in 0..<300 { value += "$a39_" }
    let lines = String(repeating: "<region> sample=\(value)\n", count: 30)
    let bomb = SFZDocument.read(ByteStorage(copying: Array((text + lines).utf8)))
    let size = bomb.sections.flatMap(\.opcodes).reduce(0) { $0 + $1.value.utf8.count }
    #expect(size < 40 << 20 && bomb.warnings.contains { $0.contains("Macros") })
  }

  @Test("A long line, and many regions without a sample")
  func size() throws {
    let count = TestScale.count(short: 4000, full: 120_000)
    let long = "<region> sample=" + String(repeating: "a/", count: count) + "b.wav"
    open(Array(long.utf8))
    let many = String(repeating: "<region>key=1\n", count: count)
    #expect(open(Array(many.utf8)) == nil)
    let missing = (0..<count / 10).map { "<region> sample=\($0).wav\n" }.joined()
    let bank = try SFZFile.bank(missing)
    #expect(bank.warnings.count < 20)
  }
}
