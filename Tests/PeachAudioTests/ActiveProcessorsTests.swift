import Testing

@testable import PeachServices

/// The threads of one song, by those of other programs.
@Suite("Threads of a song")
struct ActiveProcessorsTests {
  // Proc(5) documents the fields of /proc/loadavg.
  @Test(
    "The threads that run are the fourth field of the load, before the slash",
    arguments: [
      ("0.52 0.58 0.59 3/1234 5678\n", 3), ("9.00 8.00 7.00 12/400 1\n", 12), ("", nil),
      ("0.52 0.58 0.59", nil), ("0.52 0.58 0.59 x/1234 5678", nil),
    ] as [(String, Int?)])
  func running(text: String, count: Int?) {
    #expect(ActiveProcessors.runningThreads(Array(text.utf8)) == count)
  }

  @Test("A song has one thread or those of all processors")
  func choice() {
    let count = ActiveProcessors.countForOneSong
    #expect(count == 1 || count == ActiveProcessors.count)
  }
}
