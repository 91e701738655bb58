import Foundation

/// Compares Peach and FluidSynth as entire programs, interleaved, with the same songs and banks.
struct SongBenchmarks {
  /// The required ratios.
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

  init(peach: String, other: OtherSynthesizer) throws {
    self.peach = peach
    self.other = other
    folder = try Folder()
  }

  /// The songs of the shared data (`PEACH_SHARED_DATA`), if any.
  static var songs: [String] {
    guard let data = ProcessInfo.processInfo.environment["PEACH_SHARED_DATA"],
      let names = try? FileManager.default.contentsOfDirectory(atPath: data + "/midi")
    else { return [] }
    // `reset-gs.mid` has no notes.
    return names.filter { $0.hasSuffix(".mid") && $0 != "reset-gs.mid" }.sorted()
      .map { "\(data)/midi/\($0)" }
  }

  /// Compares CPU time and peak memory of songs with reverb and chorus, on one thread: 8 taps
  /// against 7 points, the nearest order, and against the default of 4 points.
  func songs(pairs: Int) throws -> [Comparison] {
    var comparisons: [Comparison] = []
    let seven = try folder.put("seven", Array(OtherSynthesizer.sevenPoints.utf8))
    for bank in [Self.bank] + Self.otherBanks where FileManager.default.fileExists(atPath: bank) {
      for song in Self.songs {
        let runs = try (0..<pairs).map { _ in
          (
            peach: try render(song, bank: bank, jobs: 1),
            sevenPoints: try ChildProcess(
              other.render(song, bank: bank, commands: seven, to: folder.path("reference.wav"))),
            fourPoints: try ChildProcess(
              other.render(song, bank: bank, to: folder.path("reference.wav")))
          )
        }
        let name = "\(Self.name(song)), \(Self.name(bank))"
        for (points, reference) in [(7, runs.map(\.sevenPoints)), (4, runs.map(\.fourPoints))] {
          comparisons.append(
            Comparison(
              name + ", CPU time", other: other.name + " at \(points) points", unit: "ms",
              pairs: zip(runs, reference).map { ($0.peach.cpuMilliseconds, $1.cpuMilliseconds) },
              threshold: Threshold.songTime))
        }
        // The memory target is for the large bank.
        guard bank == Self.bank else { continue }
        comparisons.append(
          Comparison(
            name + ", peak memory", other: other.name, unit: "MB",
            pairs: try runs.map { (try $0.peach.megabytes(), try $0.fourPoints.megabytes()) },
            threshold: Threshold.songMemory))
      }
    }
    return comparisons
  }

  /// Compares the wall time of two threads with one, for several songs and for each song.
  func twoProcessors(pairs: Int) throws -> [Comparison] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else { return [] }
    // Two copies of each song. With four songs of unequal length, one thread would idle at the end.
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
        "\(2 * songs.count) songs on two threads, wall time", other: "one thread", unit: "ms",
        pairs: try (0..<pairs).map { _ in (try all(jobs: 2), try all(jobs: 1)) },
        threshold: Threshold.twoProcessors)
    ]
    for song in songs {
      comparisons.append(
        Comparison(
          "\(Self.name(song)) on two threads, wall time", other: "one thread", unit: "ms",
          pairs: try (0..<pairs).map { _ in
            (
              try render(song, bank: Self.bank, jobs: 2).milliseconds,
              try render(song, bank: Self.bank, jobs: 1).milliseconds
            )
          }, threshold: Threshold.twoProcessors))
    }
    return comparisons
  }

  /// Renders a song to a new file: replacing an existing file waits for the disk.
  private func render(_ song: String, bank: String, jobs: Int) throws -> ChildProcess {
    let audio = folder.path("peach.wav")
    defer { try? FileManager.default.removeItem(atPath: audio) }
    return try ChildProcess([
      peach, "render", song, "--bank", bank, "--interpolation", "8", "--jobs", "\(jobs)",
      "-o", audio,
    ])
  }

  /// Compares the time from the start of the program to the first frame of a cello: the entire run
  /// of Peach, and the other program's time to its first byte.
  func firstNote(pairs: Int) throws -> [Comparison] {
    let song = try folder.put("note.mid", MIDINotes.cello)
    return try [
      (Self.bank, pairs, Threshold.firstNote),
      (Self.compressedBank, 2, Threshold.firstCompressedNote),
    ].filter { FileManager.default.fileExists(atPath: $0.0) }.map { bank, pairs, threshold in
      let runs = try (0..<pairs).map { run in
        (
          // A new file for each run, as above.
          peach: try ChildProcess([
            peach, "render", song, "--no-effects", "--bank", bank, "-o",
            folder.path("\(run) \(Self.name(bank)).wav"),
          ]).milliseconds,
          reference: try FirstByte.milliseconds(other.stream(song, bank: bank))
        )
      }
      return Comparison(
        "first note of \(Self.name(bank))", other: other.name, unit: "ms", pairs: runs,
        threshold: threshold)
    }
  }

  /// Compares listing the presets of the large bank.
  func listing(pairs: Int) throws -> [Comparison] {
    let commands = try folder.put("commands", Array(OtherSynthesizer.listing.utf8))
    let runs = try (0..<pairs).map { _ in
      (
        peach: try ChildProcess([peach, "sounds", "--bank", Self.bank]).milliseconds,
        reference: try ChildProcess(other.shell(bank: Self.bank), input: commands).milliseconds
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
