import Foundation
import PeachTrainingStore
import PeachTrialRecords
import TrialFixtures

/// Stores random trials as fast as it can, for a test to kill: `trial-writer PATH SEED`.
///
/// Each trial's identifier is printed once it is stored.
@main
struct TrialWriterProgram {
  static func main() throws {
    let arguments = CommandLine.arguments
    let store = try TrialStore(path: arguments[1])
    var trials = RandomTrial(
      seed: UInt64(arguments[2]) ?? 0,
      from: 1_700_000_000_000 + (Int64(arguments[2]) ?? 0) * 10_000,
      step: 1)
    for count in 1...5000 {
      var record = trials.next()
      record.identifier = TrialRecord.newIdentifier()
      try store.append(record)
      try FileHandle.standardOutput.write(contentsOf: Data("\(record.identifier)\n".utf8))
      if count % 3 == 0 { try store.settle() }
    }
  }
}
