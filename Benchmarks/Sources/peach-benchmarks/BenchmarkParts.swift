/// Which measurements are asked for.
struct BenchmarkParts {
  /// All there are; `many` takes minutes, and `web-assembly` builds the engine once more: they run only
  /// where they are named, or counted.
  static let names = [
    "loading", "trainer", "deadline", "voices", "kernels", "first-note", "listing", "songs",
    "two-processors", "sustained", "web-assembly", "many",
  ]

  /// Which are asked for, each once, in that order.
  var chosen: [String] { Self.names.filter { wanted.contains($0) } }

  private var wanted = Set(names).subtracting(["many", "web-assembly"])
  private var others: [OtherSynthesizer] = []
  private var manyCount = 1000

  /// Takes its options out of the words; throws where there is no such part.
  init(_ arguments: inout [String]) throws {
    while let place = arguments.firstIndex(where: {
      ["--only", "--fluidsynth", "--many"].contains($0)
    }), place + 1 < arguments.count {
      let value = arguments[place + 1]
      switch arguments[place] {
      case "--only":
        wanted = Set(value.split(separator: ",").map { String($0) })
        guard !wanted.isEmpty, wanted.isSubset(of: Self.names) else {
          throw ChildProcess.Failure(
            description: "'\(value)' is not of the parts \(Self.names.joined(separator: ", "))")
        }
      case "--fluidsynth": others.append(OtherSynthesizer(program: value))
      default:
        manyCount = max(Int(value) ?? manyCount, 1)
        wanted.insert("many")
      }
      arguments.removeSubrange(place...(place + 1))
    }
    if others.isEmpty { others = [OtherSynthesizer()] }
  }

  /// Whether a part is asked for.
  func has(_ name: String) -> Bool { wanted.contains(name) }

  /// What is compared with each of the other programs.
  func comparisons(peach: String) throws -> [Comparison] {
    var voices = has("voices") ? try VoiceMeasurement.anyProcessor() : []
    voices +=
      has("kernels") ? try KernelBenchmarks(peach: peach).comparisons(rounds: 5) : []
    voices +=
      has("web-assembly")
      ? try WebAssemblyMeasurement.comparisons(
        script: "Benchmarks/WebAssembly/voices.mjs", module: ".build/wasm-voices/voices.wasm")
      : []
    return try voices
      + others.flatMap { other in
        let benchmarks = try SongBenchmarks(peach: peach, other: other)
        var comparisons: [Comparison] = []
        if has("first-note") { comparisons += try benchmarks.firstNote(pairs: 10) }
        if has("listing") { comparisons += try benchmarks.listing(pairs: 10) }
        if has("songs") { comparisons += try benchmarks.songs(pairs: 5) }
        if has("two-processors") { comparisons += try benchmarks.twoProcessors(pairs: 7) }
        if has("sustained") {
          comparisons += try VoiceBenchmarks(peach: peach, other: other).comparisons(rounds: 4)
        }
        if has("many") { comparisons += try benchmarks.manySongs(count: manyCount) }
        return comparisons
      }
  }
}
