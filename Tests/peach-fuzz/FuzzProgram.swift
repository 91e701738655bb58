import Foundation
import HostileFiles

#if FUZZING
  private let format = FuzzProgram.format

  /// What libFuzzer calls first: puts files to begin with into the folder `FUZZ_SEEDS`.
  @_cdecl("LLVMFuzzerInitialize")
  public func prepare(
    _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    for (number, seed) in format.seeds.enumerated() {
      FileManager.default.createFile(
        atPath: "\(folder)/seed-\(number)", contents: Data(seed))
    }
    return 0
  }

  /// What libFuzzer calls with each file that it thinks of.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func playOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    format.play(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#else
  @main extension FuzzProgram {}
#endif

/// Gives files to a reader: `FUZZ_FORMAT=sfz peach-fuzz …`. Built with libFuzzer, as Scripts/fuzz does,
/// those that libFuzzer thinks of; else the files named.
struct FuzzProgram {
  static var format: HostileFormat {
    let name = ProcessInfo.processInfo.environment["FUZZ_FORMAT"] ?? ""
    guard let format = HostileFormat(rawValue: name) else {
      let names = HostileFormat.allCases.map(\.rawValue).joined(separator: " ")
      fatalError("FUZZ_FORMAT is one of: \(names)")
    }
    return format
  }

  static func main() throws {
    for path in CommandLine.arguments.dropFirst() {
      format.play([UInt8](try Data(contentsOf: URL(filePath: path))))
    }
  }
}
