import Foundation
import PeachAudio

/// Compares baseline kernels with AVX2 at 4 taps: interleaved CPU times of entire programs, for
/// sustained voices without effects and songs with effects.
struct KernelBenchmarks {
  let peach: String

  func comparisons(rounds: Int) throws -> [Comparison] {
    let folder = try Folder()
    return try sustained(rounds: rounds, folder: folder) + songs(rounds: rounds, folder: folder)
  }

  private func sustained(rounds: Int, folder: Folder) throws -> [Comparison] {
    let bank = try folder.put("voices.sf2", SustainedVoices.bank())
    return try SustainedVoices.Kind.allCases.flatMap { kind in
      try VoiceBenchmarks.counts.map { voices, seconds in
        let song = try folder.put(
          "song.mid", SustainedVoices.song(kind, count: voices, seconds: seconds))
        return try comparison(
          "\(voices) \(kind.rawValue) voices", rounds: rounds, folder: folder,
          [song, "--bank", bank, "--no-effects", "--no-limiter", "--voices", "4096"])
      }
    }
  }

  private func songs(rounds: Int, folder: Folder) throws -> [Comparison] {
    let banks = ([SongBenchmarks.bank] + SongBenchmarks.otherBanks)
      .filter { FileManager.default.fileExists(atPath: $0) }
    return try banks.flatMap { bank in
      try SongBenchmarks.songs.map { song in
        try comparison(
          "\(SongBenchmarks.name(song)), \(SongBenchmarks.name(bank))", rounds: rounds,
          folder: folder, [song, "--bank", bank])
      }
    }
  }

  private func comparison(
    _ name: String, rounds: Int, folder: Folder, _ arguments: [String]
  ) throws -> Comparison {
    func milliseconds(_ kernels: String) throws -> Double {
      try ChildProcess(
        [peach, "render"] + arguments + [
          "--interpolation", "4", "--jobs", "1", "--kernels", kernels, "--force", "-o",
          folder.path("peach.wav"),
        ]
      ).cpuMilliseconds
    }
    return Comparison(
      name + ", baseline kernels, 4 taps", other: "AVX2 kernels", unit: "ms",
      pairs: try (0..<rounds).map { _ in (try milliseconds("portable"), try milliseconds("avx2")) },
      threshold: VoiceMeasurement.baselineThreshold)
  }
}
