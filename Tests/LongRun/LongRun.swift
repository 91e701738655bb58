import PeachInstrumentModel
import PeachPlayback
import PeachSequencing
import PeachSynthesis

/// Plays a held note for 2³¹ frames, more than a 32-bit `Int` counts (12 h 26 min at 48 kHz), and
/// notes around that frame. The same code runs natively and in WebAssembly.
public enum LongRun {
  /// The length of a block, in frames.
  public static let blockFrames = 65_536
  /// The block that ends at 2³¹ frames.
  public static let lastBlock = 32_767
  /// The blocks that are reported: the first two, and those around 2³¹ frames.
  public static let reportedBlocks = [0, 1] + Array((lastBlock - 1)...(lastBlock + 2))

  /// A rendered block.
  public struct Block {
    /// The clock after the block, in frames.
    public var clock: Int64
    /// A hash of the left channel's bits (FNV-1a, 64 bits).
    public var hash: UInt64
    /// The mean square of the left channel.
    public var meanSquare: Double
  }

  /// Renders all blocks with the portable kernels. Returns the reported ones.
  public static func blocks() -> [Block] {
    guard let preset = try? InstrumentLoader(bank: SineWave.soundBank).prepare(presetAt: 0) else {
      return []
    }
    let live = LiveSynthesizer(
      SynthesizerConfiguration(
        maximumVoices: 64, channelCount: 1, effects: false, kernels: .portable))
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    frames.initialize(repeating: 0, count: 2 * blockFrames)
    defer { frames.deallocate() }
    _ = live.send([
      .use(preset, onChannel: 0), LiveEvent(.startNote(note(1, 60, frames: nil))),
    ])
    var reported: [Block] = []
    for block in 0...(lastBlock + 2) {
      // One note ends after 2³¹ frames, one starts then.
      if block == lastBlock {
        _ = live.send([
          TimedEvent(frame: 1000, event: .startNote(note(2, 67.25, frames: blockFrames))),
          TimedEvent(frame: blockFrames + 777, event: .startNote(note(3, 72, frames: 9_000))),
        ])
      }
      LiveSynthesizer.render(
        live.audioContext, left: frames, right: frames + blockFrames, count: blockFrames)
      while live.nextBeginning() != nil {}
      guard reportedBlocks.contains(block) else { continue }
      reported.append(report(frames, clock: live.clock))
    }
    return reported
  }

  private static func note(_ id: UInt64, _ noteNumber: Double, frames: Int?) -> Note {
    Note(id: id, noteNumber: noteNumber, amplitude: 0.25, durationFrames: frames)
  }

  private static func report(_ frames: UnsafePointer<Float>, clock: Int64) -> Block {
    var block = Block(clock: clock, hash: 0xCBF2_9CE4_8422_2325, meanSquare: 0)
    for frame in 0..<blockFrames {
      block.hash = (block.hash ^ UInt64(frames[frame].bitPattern)) &* 0x100_0000_01B3
      block.meanSquare += Double(frames[frame]) * Double(frames[frame]) / Double(blockFrames)
    }
    return block
  }
}
