import Foundation
import PeachPOSIX
import SoundMeasurement
import Testing

@Suite("Paths that are not UTF-8")
struct PathBytesTests {
  @Test("Every path has one string, and its string the same path")
  func roundTrip() {
    let paths: [[UInt8]] = [
      Array("/a/Flöte – 𝄞.mid".utf8), [0x64, 0xE9, 0x2F, 0x78], [0xE9], [0xC3], [0xF0, 0x9D, 0x84],
      // Shift-JIS, overlong and surrogate sequences, and the characters of escapes themselves.
      [0x83, 0x51, 0x81, 0x5B], [0xC0, 0x80], [0xED, 0xA0, 0x80], Array("\u{10FEE9}".utf8),
      [0xF4, 0x8F, 0xBB], [0xF4, 0x90, 0x80, 0x80], (1...255).filter { $0 != 0x2F },
    ]
    var texts: Set<String> = []
    for path in paths {
      let text = PathBytes.string(path)
      #expect(PathBytes.bytes(text) == path, "\(path)")
      #expect(texts.insert(text).inserted)
      PathBytes.withBytes(text) { #expect(strlen($0) == path.count) }
    }
    #expect(PathBytes.readable(PathBytes.string([0x64, 0xE9])) == "d\\xE9")
    #expect(PathBytes.readable("é") == "é" && PathBytes.string(Array("é".utf8)) == "é")
  }

  @Test("Songs, banks, samples, manifests and outputs in a folder named by the byte E9")
  func files() throws {
    let peach = try Peach()
    // The shell makes the folder, because Foundation's paths are Unicode.
    let script = """
      set -e
      d=$(printf 'd\\351'); mkdir -p "$d/in" "$d/out"
      cp song.mid "$d/in/s$(printf '\\351').mid"; cp tone.wav "$d/in/T$(printf '\\366').wav"
      printf '<region> sample=t\\366.wav' > "$d/in/latin.sfz"
      printf '<region> sample=Tö.wav' > "$d/in/unicode.sfz"
      printf '%s\\tm%s.wav\\n' "$d/in/s$(printf '\\351').mid" "$(printf '\\351')" > "$d/list"
      "$PEACH" render "$d/in/s$(printf '\\351').mid" -o "$d/out/a.wav" --bank "$d/in/latin.sfz"
      "$PEACH" render --manifest "$d/list" -o "$d/out" --bank "$d/in/unicode.sfz"
      "$PEACH" render "$d/in" -o "$d/out/" --bank "$d/in/latin.sfz" --json
      cmp "$d/out/a.wav" "$d/out/m$(printf '\\351').wav"
      cmp "$d/out/a.wav" "$d/out/s$(printf '\\351').wav"
      ! "$PEACH" render "$d/none.mid" --bank "$d/in/latin.sfz"
      """
    var file = WaveFile((0..<1000).map { Int16(8000 * sin(2 * .pi * Double($0) / 100)) })
    file.addSampler(key: 60, loop: 0...999)
    try peach.put("tone.wav", file.bytes)
    try peach.put("song.mid", Fixtures.song(end: 200, [(0, [0x90, 60, 127])]))
    let program = try #require(Peach.program)
    let result = try peach.end(
      peach.start(["-c", script], by: "/bin/bash", environment: ["PEACH": program]))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("Cannot open d\\xE9/none.mid"))
    #expect(result.output.contains("d\\\\xE9/out/s\\\\xE9.wav"))
    #expect(!result.errors.contains("\u{FFFD}") && !result.errors.contains("warning"))
  }
}
