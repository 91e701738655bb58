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
/// their random mutations: `peach-fuzz --mutate SECONDS CURRENT-INPUT [FILE…]`.
struct FuzzProgram {
  static var target: FuzzTarget {
    let name = ProcessInfo.processInfo.environment["FUZZ_FORMAT"] ?? ""
    guard let target = FuzzTarget(name: name) else {
      let names = HostileFormat.allCases.map(\.rawValue) + ["music", "overrun"]
      fatalError("FUZZ_FORMAT must be one of: \(names.joined(separator: " "))")
    }
    return target
  }

  static func main() throws {
    let arguments = CommandLine.arguments
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
    var random = RandomNumbers(seed: 1)
    func number(below limit: Int) -> Int { Int(random.next() % UInt64(max(limit, 1))) }
    let end = ContinuousClock.now + .seconds(seconds)
    var count = 0
    while ContinuousClock.now < end {
      var input = seeds.isEmpty ? [] : seeds[number(below: seeds.count)]
      for _ in 0...number(below: 8) {
        let offset = number(below: input.count)
        switch input.isEmpty ? 0 : number(below: 4) {
        case 0: input.insert(UInt8(number(below: 256)), at: offset)
        case 1: input[offset] = UInt8(number(below: 256))
        case 2: input[offset] = [0, 1, 0x7F, 0x80, 0xFF][number(below: 5)]
        default: input.removeSubrange(offset..<min(offset + number(below: 64), input.count))
        }
      }
      try Data(input).write(to: URL(filePath: current))
      target.play(input)
      count += 1
    }
    let name = ProcessInfo.processInfo.environment["FUZZ_FORMAT"] ?? ""
    print("\(name): \(count) mutations, nothing found")
  }
}
