import CMutexAnnotations
import Foundation
import PeachServices
import PlayerStress
import Synchronization

/// Calls players concurrently on a device, while a sanitizer watches: `player-stress null|alsa|jack
/// [ROUNDS]`. `player-stress thread|address` commits a fault that the sanitizer must report.
@main enum PlayerStressProgram {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let device = arguments.count > 1 ? arguments[1] : "null"
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 4
    if device == "thread" {
      precondition(mutex_annotations_work())
      return raceThreads()
    }
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
        if let device = try? JACKDevice(name: "player-stress") { return retained(device) }
        usleep(100_000)
      }
      return try retained(JACKDevice(name: "player-stress"))
    default: return try AudioDevices.open(isNull: true)
    }
  }

  private static let openDevices = Mutex<[JACKDevice]>([])

  /// Keeps a client open until the process ends: closing it cancels a thread of libjack within a
  /// function that ThreadSanitizer intercepts, which the sanitizer does not support.
  private static func retained(_ device: JACKDevice) -> JACKDevice {
    openDevices.withLock { $0.append(device) }
    return device
  }

  private static let begunCount = Atomic(0)

  /// Writes to a variable on two threads. Relaxed operations, which order nothing, ensure that both
  /// run.
  private static func raceThreads() {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    defer { count.deallocate() }
    let address = UInt(bitPattern: count)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        begunCount.add(1, ordering: .relaxed)
        while begunCount.load(ordering: .relaxed) < 2 {}
        UnsafeMutablePointer<Int>(bitPattern: address)?.pointee += 1
        ended.signal()
      }
    }
    for _ in 0..<2 { ended.wait() }
    print(count.pointee)
  }

  private static func readFreedMemory() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    memory.initialize(repeating: 1, count: 4)
    memory.deallocate()
    print(memory[2])
  }
}
