import Foundation
import Testing

@Suite("peach simulate")
struct SimulateTests {
  @Test("Invalid arguments are reported before the simulation")
  func mistakes() throws {
    for words in [["--count", "3"], ["--seed", "-1"], ["extra"]] {
      let peach = try Peach()
      let result = try peach.end(peach.start(["simulate"] + words))
      #expect(result.status == 2 && result.output.isEmpty)
    }
  }

  @Test("Ctrl-C stops promptly with status 130 and without a table")
  func interruption() throws {
    let peach = try Peach()
    let process = try peach.start(["simulate", "--count", "100000"])
    Thread.sleep(forTimeInterval: 0.7)
    #expect(process.isRunning)
    process.interrupt()
    let result = try peach.end(process)
    #expect(result.status == 130 && result.output.isEmpty)
  }

  #if !DEBUG
    @Test(
      "Results depend on the seed and not on the number of threads", .timeLimit(.minutes(5)))
    func json() throws {
      let peach = try Peach()
      func figures(_ number: Int) throws -> [Double] {
        let process = try peach.start(
          ["simulate", "--count", "20", "--json"], number: number)
        let json = try JSON(peach.end(process, number: number).output)
        #expect(json["count"].number == 20)
        let list = try #require(json["figures"].list)
        #expect(list.last?["gate"].text == "G9")
        return list.dropLast().compactMap { $0["value"].number }
      }
      let first = try figures(0)
      #expect(first.count == 38)
      #expect(try figures(1) == first)
    }
  #endif
}
