import Foundation
import Peach
import PlayerStress

/// Calls players concurrently on a device, while a sanitizer watches: `player-stress null|alsa|jack
/// [ROUNDS]`. `player-stress thread|address` commits a fault that the sanitizer must report.
@main enum PlayerStressProgram {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let device = arguments.count > 1 ? arguments[1] : "null"
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 4
    if device == "thread" { return raceThreads() }
    if device == "address" { return readFreedMemory() }
    let stress = try PlayerStress { try open(device) }
    for round in 0..<rounds {
      let errors = try await stress.round(round)
      if errors.isEmpty { continue }
      print("Round \(round) on \(device): \(errors.joined(separator: " "))")
      exit(1)
    }
    print("\(rounds) rounds of concurrent calls on \(device)")
  }

  private static func open(_ device: String) throws -> any AudioDevice {
    switch device {
    // ALSA's device without hardware, which never waits.
    case "alsa": return try AudioDevices.open("null", isNull: false)
    case "jack":
      // The server may not have started yet.
      for _ in 0..<50 {
        if let device = try? JACKDevice(name: "player-stress") { return device }
        usleep(100_000)
      }
      return try JACKDevice(name: "player-stress")
    default: return try AudioDevices.open(isNull: true)
    }
  }

  /// Writes to a variable on two threads at the same time.
  private static func raceThreads() {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    defer { count.deallocate() }
    let address = UInt(bitPattern: count)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<100_000 { UnsafeMutablePointer<Int>(bitPattern: address)?.pointee += 1 }
    }
    print(count.pointee)
  }

  private static func readFreedMemory() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    memory.initialize(repeating: 1, count: 4)
    memory.deallocate()
    print(memory[2])
  }
}
