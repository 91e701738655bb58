/// Compares the CPU time of a program that plays songs through FluidSynth's interface, with Peach's
/// library and with Debian's, in interleaved runs.
enum InterfaceMeasurement {
  /// The required ratio.
  private static var threshold: Double { 3 }

  static func comparisons(
    program: String, library: String, bank: String, pairs: Int = 5
  ) throws -> [Comparison] {
    try SongBenchmarks.songs.map { song in
      func milliseconds(_ environment: [String]) throws -> Double {
        try ChildProcess(["env"] + environment + [program, bank, song]).cpuMilliseconds
      }
      _ = try milliseconds(["LD_LIBRARY_PATH=\(library)"])
      return Comparison(
        "\(SongBenchmarks.name(song)) through FluidSynth's interface, CPU time",
        other: "Debian's libfluidsynth", unit: "ms",
        pairs: try (0..<pairs).map { _ in
          (try milliseconds(["LD_LIBRARY_PATH=\(library)"]), try milliseconds([]))
        }, threshold: threshold)
    }
  }
}
