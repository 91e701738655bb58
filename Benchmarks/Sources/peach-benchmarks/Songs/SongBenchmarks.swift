import Foundation

/// Peach and FluidSynth as whole programs, in turns, with the same songs and banks.
struct SongBenchmarks {
  /// What the ratios must be at least.
  enum Threshold {
    static let songTime = 4.0
    static let songMemory = 2.0
    static let firstNote = 10.0
    static let firstCompressedNote = 20.0
    static let listing = 20.0
    static let manySongs = 4.0
    static let twoProcessors = 1.8
  }

  static let bank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
  static let compressedBank = "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3"
  static let otherBanks = ["/usr/share/minuet/soundfonts/GeneralUser-v1.47.sf2"]

  let peach: String
  let other: OtherSynthesizer
  let folder: Folder

  /// Compares the program at `peach` with another.
  init(peach: String, other: OtherSynthesizer) throws {
    self.peach = peach
    self.other = other
    folder = try Folder()
  }

  /// The songs of the shared data, the longest first; none where there are none.
  static var songs: [String] {
    guard let data = ProcessInfo.processInfo.environment["PEACH_SHARED_DATA"],
      let names = try? FileManager.default.contentsOfDirectory(atPath: data + "/midi")
    else { return [] }
    // What has no notes measures nothing.
    return names.filter { $0.hasSuffix(".mid") && $0 != "reset-gs.mid" }.sorted()
      .map { "\(data)/midi/\($0)" }
  }

  /// Whole songs with reverb and chorus, on one processor: its time, and memory. Eight taps are
  /// compared with the other's seven points, the same order but for one; and, besides, with the four
  /// points that it takes unasked.
  func songs(pairs: Int) throws -> [Comparison] {
    var comparisons: [Comparison] = []
    let seven = try folder.put("seven", Array(OtherSynthesizer.sevenPoints.utf8))
    for bank in [Self.bank] + Self.otherBanks where FileManager.default.fileExists(atPath: bank) {
      for song in Self.songs {
        let runs = try (0..<pairs).map { _ in
          (
            ours: try render(song, bank: bank, jobs: 1),
            same: try ChildProcess(
              other.render(song, bank: bank, commands: seven, to: folder.path("theirs.wav"))),
            theirs: try ChildProcess(
              other.render(song, bank: bank, to: folder.path("theirs.wav")))
          )
        }
        let name = "\(Self.name(song)), \(Self.name(bank))"
        comparisons.append(
          Comparison(
            name + ", processor time", other: other.name + " at 7 points", unit: "ms",
            pairs: runs.map { ($0.ours.processorMilliseconds, $0.same.processorMilliseconds) },
            threshold: Threshold.songTime))
        comparisons.append(
          Comparison(
            name + ", processor time", other: other.name + " at 4 points", unit: "ms",
            pairs: runs.map { ($0.ours.processorMilliseconds, $0.theirs.processorMilliseconds) },
            threshold: Threshold.songTime))
        // The small bank fits into what half of both would be; the bound is for the large one.
        guard bank == Self.bank else { continue }
        comparisons.append(
          Comparison(
            name + ", most memory", other: other.name, unit: "MB",
            pairs: try runs.map { (try $0.ours.megabytes(), try $0.theirs.megabytes()) },
            threshold: Threshold.songMemory))
      }
    }
    return comparisons
  }

  /// On two processors against one, on the clock: a song each, and one song.
  func twoProcessors(pairs: Int) throws -> [Comparison] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else { return [] }
    // Two of each: of four songs, one twice as long as the others, the last would end alone.
    let songs = Self.songs
    let copies = try songs.map {
      try folder.put("many/copy-\(Self.name($0))", Array(Data(contentsOf: URL(filePath: $0))))
    }
    func all(jobs: Int) throws -> Double {
      let audio = folder.path("audio")
      defer { try? FileManager.default.removeItem(atPath: audio) }
      return try ChildProcess(
        [peach, "render"] + songs + copies + [
          "--bank", Self.bank, "--jobs", "\(jobs)", "-o", audio,
        ]
      ).milliseconds
    }
    var comparisons = [
      Comparison(
        "\(2 * songs.count) songs on two processors, on the clock", other: "on one", unit: "ms",
        pairs: try (0..<pairs).map { _ in (try all(jobs: 2), try all(jobs: 1)) },
        threshold: Threshold.twoProcessors)
    ]
    for song in songs {
      comparisons.append(
        Comparison(
          "\(Self.name(song)) on two processors, on the clock", other: "on one", unit: "ms",
          pairs: try (0..<pairs).map { _ in
            (
              try render(song, bank: Self.bank, jobs: 2).milliseconds,
              try render(song, bank: Self.bank, jobs: 1).milliseconds
            )
          }, threshold: Threshold.twoProcessors))
    }
    return comparisons
  }

  /// Into a file that is not there yet: one that is replaced would have to be written out first.
  private func render(_ song: String, bank: String, jobs: Int) throws -> ChildProcess {
    let audio = folder.path("ours.wav")
    defer { try? FileManager.default.removeItem(atPath: audio) }
    return try ChildProcess([
      peach, "render", song, "--bank", bank, "--interpolation", "8", "--jobs", "\(jobs)",
      "-o", audio,
    ])
  }

  /// From the program's start to the first frame of a cello. Of Peach it is the whole run, to the end
  /// of the program; of the other the time to the first byte that it gives out.
  func firstNote(pairs: Int) throws -> [Comparison] {
    let song = try folder.put("note.mid", MIDINotes.cello)
    return try [
      (Self.bank, pairs, Threshold.firstNote),
      (Self.compressedBank, 2, Threshold.firstCompressedNote),
    ].filter { FileManager.default.fileExists(atPath: $0.0) }.map { bank, pairs, threshold in
      let runs = try (0..<pairs).map { place in
        (
          // Each into a file of its own, as above.
          ours: try ChildProcess([
            peach, "render", song, "--no-effects", "--bank", bank, "-o",
            folder.path("\(place) \(Self.name(bank)).wav"),
          ]).milliseconds,
          theirs: try FirstByte.milliseconds(other.stream(song, bank: bank))
        )
      }
      return Comparison(
        "first note of \(Self.name(bank))", other: other.name, unit: "ms", pairs: runs,
        threshold: threshold)
    }
  }

  /// The names of all presets of the large bank.
  func listing(pairs: Int) throws -> [Comparison] {
    let words = try folder.put("words", Array(OtherSynthesizer.listing.utf8))
    let runs = try (0..<pairs).map { _ in
      (
        ours: try ChildProcess([peach, "sounds", "--bank", Self.bank]).milliseconds,
        theirs: try ChildProcess(other.shell(bank: Self.bank), input: words).milliseconds
      )
    }
    return [
      Comparison(
        "list presets of \(Self.name(Self.bank))", other: other.name, unit: "ms", pairs: runs,
        threshold: Threshold.listing)
    ]
  }

  static func name(_ path: String) -> String {
    (path as NSString).lastPathComponent
  }
}
