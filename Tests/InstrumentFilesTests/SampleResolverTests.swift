import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement
import Testing

@Suite("Sample search")
struct SampleResolverTests {
  private func memory(_ paths: [String]) -> MemoryFolders {
    var memory = MemoryFolders()
    for path in paths { memory.files[path] = [1] }
    return memory
  }

  private func find(
    _ reference: String, among paths: [String], adding added: [String] = [],
    extensions: [String] = []
  ) -> SampleSearchResult {
    var resolver = SampleResolver(memory(paths).folders(own: "/own/i", adding: added))
    return resolver.find(reference, extensions: extensions)
  }

  @Test("Names match in any case, with either slash, and any Unicode normalization")
  func lenient() {
    let paths = ["/own/i/Samples/Caf\u{E9} A4.wav"]
    for reference in [
      "Samples/Caf\u{E9} A4.wav", "samples\\CAF\u{E9} a4.WAV", "./Samples//Cafe\u{301} A4.wav",
      "x/../Samples/Caf\u{E9} A4.wav",
    ] {
      #expect(find(reference, among: paths) == .found(path: paths[0]), "\(reference)")
    }
  }

  @Test("Among names that differ in case the exact one is used")
  func capitals() {
    let paths = ["/own/i/a.wav", "/own/i/A.wav", "/own/i/B/c.wav", "/own/i/b/c.wav"]
    #expect(find("A.wav", among: paths) == .found(path: "/own/i/A.wav"))
    #expect(find("b/C.WAV", among: paths) == .found(path: "/own/i/b/c.wav"))
  }

  @Test("Technical Note 2283: the stored path, then from a marked folder on below each folder")
  func movedSamples() {
    let stored = "/Volumes/Old/Library/Audio/Sounds/Tbone/1a.caf"
    let added = ["/library", "/documents"]
    let inLibrary = "/library/Sounds/Tbone/1a.caf"
    let inAudio = "/documents/Audio/Sounds/Tbone/1a.caf"
    #expect(
      find(stored, among: [inLibrary, inAudio], adding: added) == .found(path: inLibrary))
    #expect(find(stored, among: [inAudio, "/own/i/x"], adding: added) == .found(path: inAudio))
    let both = [inLibrary, stored]
    #expect(
      find(stored, among: both, adding: added + ["/Volumes/Old"]) == .found(path: stored))
    let exs = "/Volumes/x/Library/EXS Factory Samples/Harp/c3.aif"
    let harp = "/own/i/EXS Factory Samples/Harp/c3.aif"
    #expect(find(exs, among: [harp, "/own/i/c3.aif"]) == .found(path: harp))
  }

  @Test("A URL's escapes are decoded, those of a plain path are not")
  func urls() {
    let url = "file://localhost//Library/Audio/Sounds/Tbone/1a%23.caf"
    let paths = ["/own/i/Sounds/Tbone/1a#.caf", "/own/i/50%23.wav"]
    #expect(find(url, among: paths) == .found(path: paths[0]))
    #expect(find("50%23.wav", among: paths) == .found(path: paths[1]))
  }

  @Test("Path suffixes are tried first, then the best match in all subfolders")
  func ends() {
    let paths = ["/own/i/soft/a.wav", "/own/i/deep/er/loud/a.wav", "/own/i/deep/b.wav"]
    #expect(find("/gone/kit/soft/a.wav", among: paths) == .found(path: paths[0]))
    #expect(find("kit/loud/a.wav", among: paths) == .found(path: paths[1]))
    #expect(find("kit/b.wav", among: paths) == .found(path: paths[2]))
    // Of two equal matches none is used.
    guard case .missing = find("kit/a.wav", among: paths) else {
      Issue.record("one of two was taken")
      return
    }
  }

  @Test("Converted samples are found by other extensions, if allowed")
  func endings() {
    let paths = ["/own/i/a.flac"]
    let known = ["aif", "wav", "flac"]
    #expect(find("a.aif", among: paths, extensions: known) == .found(path: paths[0]))
    #expect(find("a.txt", among: paths, extensions: known) != .found(path: paths[0]))
    #expect(find("a.aif", among: paths) != .found(path: paths[0]))
  }

  @Test("Nothing outside the folders is read, by dots, absolute paths or links")
  func confinement() {
    let paths = ["/own/secret.wav", "/etc/passwd", "/own/i/x.wav", "/own/i2/y.wav"]
    #expect(find("../secret.wav", among: paths) == .refused(path: "/own/secret.wav"))
    #expect(find("a/../../secret.wav", among: paths) == .refused(path: "/own/secret.wav"))
    #expect(find("/etc/passwd", among: paths) == .refused(path: "/etc/passwd"))
    #expect(find("../i2/y.wav", among: paths) == .refused(path: "/own/i2/y.wav"))
    #expect(find("../../../../..", among: paths) == .missing(tried: []))
    // Allowed on request.
    #expect(
      find("../secret.wav", among: paths, adding: ["/own"]) == .found(path: "/own/secret.wav"))
    var linked = memory(["/etc/passwd", "/own/i/real/a.wav"])
    linked.links["/own/i/p.wav"] = "/etc/passwd"
    linked.links["/own/i/out"] = "/etc"
    linked.links["/own/i/in"] = "/own/i/real"
    var resolver = SampleResolver(linked.folders(own: "/own/i"))
    for reference in ["p.wav", "out/passwd"] {
      if case .found(let path) = resolver.find(reference) { Issue.record("\(path) was read") }
    }
    #expect(resolver.find("in/a.wav") == .found(path: "/own/i/real/a.wav"))
  }

  @Test("If permitted, .. leads to audio files, at most three folders up and not to the root")
  func climbing() {
    let wave = WaveFile([1, 2, 3]).bytes
    var memory = MemoryFolders()
    for path in ["/a/s.wav", "/a/b/s.wav", "/a/b/c/d/x.wav", "/top.wav", "/a/b/S/Tone.WAV"] {
      memory.files[path] = wave
    }
    memory.files["/a/b/t.wav"] = [1]
    memory.files["/a/b/passwd"] = wave
    memory.files["/a/b/c/d/e/i.sfz"] = [1]
    memory.links["/a/b/link.wav"] = "/a/s.wav"
    func find(_ reference: String, own: String = "/a/b/c/d/e") -> SampleSearchResult {
      var folders = memory.folders(own: own)
      folders.openOutside = folders.access.open
      var resolver = SampleResolver(folders)
      return resolver.find(reference, extensions: ["wav", "flac"])
    }
    #expect(find("../x.wav") == .found(path: "/a/b/c/d/x.wav"))
    #expect(find("..\\..\\..\\s\\tone.wav") == .found(path: "/a/b/S/Tone.WAV"))
    #expect(find("x/../../../../s.wav") == .found(path: "/a/b/s.wav"))
    #expect(find("../../../s.flac") == .found(path: "/a/b/s.wav"))
    #expect(find("../../../../s.wav") == .refused(path: "/a/s.wav"))
    #expect(find("/a/s.wav") == .refused(path: "/a/s.wav"))
    #expect(find("../../top.wav", own: "/a/b") == .refused(path: "/top.wav"))
    #expect(find("../../../t.wav") == .unsuitable(path: "/a/b/t.wav"))
    #expect(find("../../../passwd") == .unsuitable(path: "/a/b/passwd"))
    #expect(find("../../../link.wav") == .missing(tried: ["/a/b/link.wav"]))
    #expect(find("../none.wav") == .missing(tried: ["/a/b/c/d/none.wav"]))
    let problem = find("../../../t.wav").problem(with: "../../../t.wav")
    #expect(problem?.contains("/a/b/t.wav, outside the folders") == true)
  }

  @Test("The error for a missing sample lists every path tried")
  func complaints() throws {
    let result = find("Kit/a.wav", among: ["/own/i/b.wav", "/added/b.wav"], adding: ["/added"])
    let problem = try #require(result.problem(with: "Kit/a.wav"))
    for path in [
      "/own/i/Kit/a.wav", "/own/i/a.wav", "/added/Kit/a.wav", "/added/a.wav", "/added/**",
    ] {
      #expect(problem.contains(path), "\(problem)")
    }
    let refused = SampleSearchResult.refused(path: "/x").problem(with: "../x")
    #expect(refused?.contains("outside") == true)
    #expect(SampleSearchResult.found(path: "a").problem(with: "a") == nil)
  }

  @Test("Missing and infinitely deep folders are searched in bounded time")
  func bounds() {
    let endless = FolderAccess(
      list: { _, limit in
        (0..<min(limit, 50)).map { .init(name: "folder \($0)", isFolder: true) }
      },
      open: { _ in nil }, resolve: { $0 })
    var resolver = SampleResolver(SampleFolders(own: "/", access: endless))
    guard case .missing = resolver.find("a.wav") else {
      Issue.record("found in nothing")
      return
    }
    var none = SampleResolver(memory([]).folders(own: "/nowhere", adding: ["/also"]))
    #expect(none.find("a.wav") == .missing(tried: []))
  }
}
