import Foundation
import PortableRun

/// `portable-run CASES SECONDS BANK SONG…` prints the hash of each kernel, random case and song.
/// Prints what the program of `Scripts/test-arm64` prints.
@main
struct PortableRunProgram {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let cases = UInt64(arguments[1]), let seconds = Int(arguments[2])
    else { fatalError("portable-run CASES SECONDS BANK SONG…") }
    for index in 0..<PortableRun.kernelCount {
      report("kernel", index, PortableRun.kernel(index))
    }
    for seed in 0..<cases { report("case", Int(seed), PortableRun.randomCase(seed)) }
    let bank = try Data(contentsOf: URL(filePath: arguments[3]))
    for (index, path) in arguments.dropFirst(4).enumerated() {
      let song = try Data(contentsOf: URL(filePath: path))
      let hash = bank.withUnsafeBytes { bank in
        song.withUnsafeBytes { PortableRun.song(bank: bank, song: $0, seconds: seconds) }
      }
      report("song", index, hash)
    }
  }

  private static func report(_ kind: String, _ index: Int, _ hash: UInt64) {
    let digits = String(hash, radix: 16)
    print(kind, index, String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
