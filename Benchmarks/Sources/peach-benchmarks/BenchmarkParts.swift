/// The selected measurements and their options.
struct BenchmarkParts {
  /// All parts. `many` takes minutes, `web-assembly` and `fluidsynth-interface` need other builds
  /// of the engine, so that they run only on request.
  static let names = [
    "loading", "straight-tones", "trainer", "deadline", "chords", "dither", "voices", "kernels",
    "first-note", "listing", "songs", "two-processors", "sustained", "web-assembly", "many",
    "fluidsynth-interface",
  ]

  /// The selected parts, in the order of ``names``.
  var selectedNames: [String] { Self.names.filter { selection.contains($0) } }

  private var selection = Set(names).subtracting(
    ["many", "web-assembly", "fluidsynth-interface"])
  private var others: [OtherSynthesizer] = []
  private var manyCount = 1000

  /// Parses and removes the options of this type. Throws if a part is unknown.
  init(_ arguments: inout [String]) throws {
    while let index = arguments.firstIndex(where: {
      ["--only", "--fluidsynth", "--many"].contains($0)
    }), index + 1 < arguments.count {
      let value = arguments[index + 1]
      switch arguments[index] {
      case "--only":
        selection = Set(value.split(separator: ",").map { String($0) })
        guard !selection.isEmpty, selection.isSubset(of: Self.names) else {
          throw ChildProcess.Failure(
            description: "Invalid value \"\(value)\" for --only. Use some of "
              + "\(Self.names.joined(separator: ", ")).")
        }
      case "--fluidsynth": others.append(OtherSynthesizer(program: value))
      default:
        manyCount = max(Int(value) ?? manyCount, 1)
        selection.insert("many")
      }
      arguments.removeSubrange(index...(index + 1))
    }
    if others.isEmpty { others = [OtherSynthesizer()] }
  }

  /// Returns whether a part is selected.
  func has(_ name: String) -> Bool { selection.contains(name) }

  /// Runs the selected comparisons, with each of the other synthesizers.
  func comparisons(peach: String, bank: String) throws -> [Comparison] {
    var comparisons: [Comparison] = []
    if has("straight-tones") {
      comparisons += try StraightToneMeasurement.comparisons(bank: bank)
    }
    if has("dither") { comparisons += try DitherMeasurement.comparisons() }
    if has("voices") { comparisons += try VoiceMeasurement.baselineComparisons() }
    if has("kernels") { comparisons += try KernelBenchmarks(peach: peach).comparisons(rounds: 5) }
    if has("web-assembly") {
      comparisons += try WebAssemblyMeasurement.comparisons(
        script: "Benchmarks/WebAssembly/voices.mjs", module: ".build/wasm-voices/voices.wasm")
    }
    if has("fluidsynth-interface") {
      comparisons += try InterfaceMeasurement.comparisons(
        program: ".build/fluidsynth/measure", library: ".build/fluidsynth", bank: bank)
    }
    for other in others {
      let benchmarks = try SongBenchmarks(peach: peach, other: other)
      if has("first-note") { comparisons += try benchmarks.firstNote(pairs: 10) }
      if has("listing") { comparisons += try benchmarks.listing(pairs: 10) }
      if has("songs") { comparisons += try benchmarks.songs(pairs: 5) }
      if has("two-processors") { comparisons += try benchmarks.twoProcessors(pairs: 7) }
      if has("sustained") {
        comparisons += try VoiceBenchmarks(peach: peach, other: other).comparisons(rounds: 4)
      }
      if has("many") { comparisons += try benchmarks.manySongs(count: manyCount) }
    }
    return comparisons
  }
}
