@testable import PeachSynthesis

/// Renders, and counts the subnormal numbers in the output and those that stay in the voices.
struct DenormalCounter: CustomStringConvertible {
  /// The number of subnormal samples in the output.
  private(set) var inOutput = 0
  /// The number of voice values that were subnormal at the ends of two consecutive control blocks.
  private(set) var staying = 0
  private var before: Set<Int> = []

  var description: String {
    "\(inOutput) subnormal numbers in the output, \(staying) that stayed"
  }

  mutating func render(_ synthesizer: inout Synthesizer, frames: Int) {
    var left = [Float](repeating: 0, count: 64)
    var right = left
    let end = synthesizer.frame + Int64(frames)
    while synthesizer.frame < end {
      let run = Int(min(64 - synthesizer.frame % 64, end - synthesizer.frame))
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          synthesizer.render(left: left, right: right, count: run)
          for frame in 0..<run {
            inOutput += (left[frame].isSubnormal ? 1 : 0) + (right[frame].isSubnormal ? 1 : 0)
          }
        }
      }
      if synthesizer.frame % 64 == 0 { look(at: synthesizer.pool) }
    }
  }

  private mutating func look(at pool: VoicePool) {
    var now: Set<Int> = []
    for index in 0..<pool.capacity {
      let filter = pool.filters[index]
      let render = pool.renderStates[index]
      var numbers = withUnsafeBytes(of: filter) { [Float]($0.bindMemory(to: Float.self)) }
      for bus in 0..<4 { numbers += [render.gains.values[bus], render.gains.steps[bus]] }
      for (offset, number) in numbers.enumerated() where number.isSubnormal {
        now.insert(index * numbers.count + offset)
      }
    }
    staying += now.intersection(before).count
    before = now
  }
}
