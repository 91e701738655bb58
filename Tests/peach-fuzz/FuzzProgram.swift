import Foundation
import HostileFiles
import RandomMusic
import TestEnvironment

#if FUZZING
  private let target = FuzzProgram.target

  /// Called by libFuzzer first: stores the initial seeds in the folder `FUZZ_SEEDS`.
  @_cdecl("LLVMFuzzerInitialize")
  public func prepare(
    _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    for (number, seed) in target.seeds.enumerated() {
      FileManager.default.createFile(
        atPath: "\(folder)/seed-\(number)", contents: Data(seed))
    }
    return 0
  }

  /// Called by libFuzzer with each input that it generates.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func playOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    target.play(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#else
  @main extension FuzzProgram {}
#endif

/// Passes inputs to a fuzz target: `FUZZ_FORMAT=sfz peach-fuzz …`. With libFuzzer, as built by
/// `Scripts/fuzz`, the inputs are generated; otherwise they are the files given as arguments, or
/// their random mutations: `peach-fuzz --mutate SECONDS CURRENT-INPUT [FILE…]`. `peach-fuzz --write
/// COUNT FOLDER` writes the seeds of all formats, and COUNT mutations of each format's seeds.
struct FuzzProgram {
  static var target: FuzzTarget {
    let name = ProcessInfo.processInfo.environment["FUZZ_FORMAT"] ?? ""
    guard let target = FuzzTarget(name: name) else {
      let names = HostileFormat.allCases.map(\.rawValue) + ["music", "vorbis", "overrun"]
      fatalError("FUZZ_FORMAT must be one of: \(names.joined(separator: " "))")
    }
    return target
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[1] == "--write", let count = Int(arguments[2]) {
      return try write(count, to: arguments[3])
    }
    if arguments.count > 3, arguments[1] == "--mutate", let seconds = Double(arguments[2]) {
      return try mutate(arguments[4...], seconds: seconds, current: arguments[3])
    }
    for path in CommandLine.arguments.dropFirst() {
      target.play([UInt8](try Data(contentsOf: URL(filePath: path))))
    }
  }

  /// Plays mutations of the target's seeds and of files. Stores each input in the file `current`
  /// first, so that a crash leaves it.
  private static func mutate(
    _ files: ArraySlice<String>, seconds: Double, current: String
  ) throws {
    let target = target
    let seeds = target.seeds + (try files.map { [UInt8](try Data(contentsOf: URL(filePath: $0))) })
    var mutations = Mutations(of: seeds)
    let end = ContinuousClock.now + .seconds(seconds)
    var count = 0
    while ContinuousClock.now < end {
      let input = mutations.next()
      try Data(input).write(to: URL(filePath: current))
      target.play(input)
      count += 1
    }
    let name = ProcessInfo.processInfo.environment["FUZZ_FORMAT"] ?? ""
    print("\(name): \(count) mutations, nothing found")
  }

  /// Writes files that are named after their formats.
  private static func write(_ count: Int, to folder: String) throws {
    for format in HostileFormat.allCases {
      var mutations = Mutations(of: format.seeds)
      let inputs = format.seeds + (0..<count).map { _ in mutations.next() }
      for (number, input) in inputs.enumerated() {
        let path = "\(folder)/\(format.rawValue)-\(number).\(format.fileExtension)"
        try Data(input).write(to: URL(filePath: path))
      }
    }
  }
}
