import Foundation
import HostileFiles
import RandomMusic

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
/// `Scripts/fuzz`, the inputs are generated; otherwise they are the files given as arguments.
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
    for path in CommandLine.arguments.dropFirst() {
      target.play([UInt8](try Data(contentsOf: URL(filePath: path))))
    }
  }
}
