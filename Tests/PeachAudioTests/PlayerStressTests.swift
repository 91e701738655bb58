import PeachServices
import PlayerStress
import Testing

@Suite("Concurrent calls of players")
struct PlayerStressTests {
  @Test(
    "Calls from many tasks, and the release of the engine while notes sound, fail in no unknown way"
  )
  func concurrentCalls() async throws {
    let stress = try PlayerStress { try AudioDevices.open(isNull: true) }
    for round in 0..<2 { #expect(try await stress.round(round) == []) }
  }
}
