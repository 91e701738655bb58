import PeachBankEditing
import PeachInstrumentFiles
import Testing

@Suite("Layers own the keys near their recordings")
struct LayerReachTests {
  private func regions(
    _ files: [(file: String, key: Int)], lines: String = ""
  ) throws -> [BuiltBank.Region] {
    let samples = try PreparedPreset(
      files.map { ($0.file, ShapedTone.key($0.key, seconds: 0.3).audio) }, lines: lines
    ).samples
    let recipe = try BuildRecipe(parsing: "preset 0:42 Test\n" + lines)
    return try BuiltBank(recipe, recordings: [samples]).presets[0].regions
  }

  /// A layer with a recording every two keys, and one with two recordings.
  private static let sparse =
    stride(from: 48, through: 72, by: 2).map { (file: "\($0)_mf.wav", key: $0) }
    + [(file: "66_ff.wav", key: 66), (file: "70_ff.wav", key: 70)]

  @Test("Each key and velocity has one region, at most 2 semitones off (measured: 31 before)")
  func sparse() throws {
    let regions = try regions(Self.sparse)
    for key in UInt8(0)...127 {
      for velocity in UInt8(1)...127 {
        let owners = regions.filter { $0.keys.contains(key) && $0.velocities.contains(velocity) }
        #expect(owners.count == 1, "key \(key), velocity \(velocity)")
        guard let root = owners.first?.recording.root, (48...72).contains(key) else { continue }
        #expect(abs(Int(root) - Int(key)) <= 2, "key \(key), velocity \(velocity)")
      }
    }
    // mf is 80 and ff 112; their border is midway. Where ff is missing, mf extends.
    let loud = regions.filter { $0.velocities.lowerBound > 1 }
    // Keys beyond all roots belong to the outermost ones.
    #expect(loud.map(\.keys) == [64...68, 69...127])
    #expect(loud.allSatisfy { $0.velocities == 97...127 })
  }

  @Test("A reach of all keys restores layers that cover the keyboard")
  func all() throws {
    let loud = try regions(Self.sparse, lines: "reach 127").filter { $0.velocities == 97...127 }
    #expect(loud.map(\.keys) == [0...68, 69...127])
  }

  @Test("Numbered layers extend to the middle of the gap that a missing layer leaves")
  func numbered() throws {
    // Thirds of 127 velocities are 1…42, 43…84 and 85…127.
    let files = [48, 60, 72].flatMap { key in
      [1, 2, 3].filter { key == 60 || $0 != 2 }.map { (file: "\(key)_v\($0).wav", key: key) }
    }
    let low = try regions(files).filter { $0.keys.contains(48) }
    #expect(low.map(\.velocities) == [1...63, 64...127])
    let middle = try regions(files).filter { $0.keys.contains(60) }
    #expect(middle.map(\.velocities) == [1...42, 43...84, 85...127])
  }

  @Test("The default reach is half the largest gap of the layer with most recordings")
  func gaps() throws {
    // Gaps of 12 keys: 6 semitones. The single loud recording owns 54…66.
    let files = [36, 48, 60, 72].map { (file: "\($0)_p.wav", key: $0) }
    let loud = try regions(files + [(file: "60_f.wav", key: 60)]).filter {
      $0.recording.layer == .dynamic(.f)
    }
    #expect(loud.map(\.keys) == [54...66])
  }

  @Test("The recipe can name layers")
  func named() throws {
    let files = [(file: "soft 60.wav", key: 60), (file: "loud 60.wav", key: 60)]
    let regions = try regions(files, lines: "layer soft* = pianissimo\nlayer loud* = ff")
    #expect(regions.map(\.recording.file) == ["soft 60.wav", "loud 60.wav"])
    // pp is 32, ff 112.
    #expect(regions.map(\.velocities) == [1...72, 73...127])
  }
}
