import LongRun
import TestEnvironment
import Testing

@Suite("12 hours of playback", .enabled(if: TestScale.isFull, "runs in the full tests"))
struct LongRunTests {
  @Test("The clock passes 2³¹ frames; notes held, started before and started after it sound")
  func boundary() throws {
    let blocks = LongRun.blocks()
    let frames = Int64(LongRun.blockFrames)
    #expect(blocks.map(\.clock) == LongRun.reportedBlocks.map { frames * Int64($0 + 1) })
    try #require(blocks.count == 6)
    // A sine of amplitude 0.25 on both channels, −3 dB each: a mean square of 0.25² / 4.
    let sine = 0.25 * 0.25 / 4
    let isClose = blocks.map { abs($0.meanSquare / sine - 1) < 0.01 }
    // The second note sounds for nearly a block from the last one before 2³¹ on; the third one for
    // 9,000 of 65,536 frames in the block after it.
    #expect(isClose[1] && isClose[2] && isClose[5], "\(blocks)")
    #expect(abs(blocks[3].meanSquare / sine - 2) < 0.05, "\(blocks[3])")
    #expect(abs(blocks[4].meanSquare / sine - 1.14) < 0.05, "\(blocks[4])")
  }
}
