@testable import PeachSynthesis

/// Renders, and counts the subnormal numbers in the output and those that stay in a group of voices.
struct SubnormalCounter: CustomStringConvertible {
  /// How many there were in the output.
  private(set) var inOutput = 0
  /// How many stretches of 64 frames ended with one in a group where the stretch before had too.
  private(set) var staying = 0
  private var before: [Int: Bool] = [:]

  var description: String {
    "\(inOutput) subnormal numbers in the output, \(staying) stretches with some that stay"
  }

  mutating func render(_ synthesizer: inout Synthesizer, frames: Int) {
    var left = [Float](repeating: 0, count: 64)
    var right = left
    let end = synthesizer.frame + frames
    while synthesizer.frame < end {
      let run = min(64 - synthesizer.frame % 64, end - synthesizer.frame)
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
    for index in 0..<(pool.capacity / Lanes.count) {
      let isSubnormal = Self.hasSubnormal(pool.groups + index)
      if isSubnormal && before[index] == true { staying += 1 }
      before[index] = isSubnormal
    }
  }

  private static func hasSubnormal(_ group: UnsafePointer<VoiceGroup>) -> Bool {
    // A group is made of numbers of 32 bits, apart from the two masks at its end.
    let numbers = UnsafeRawPointer(group).assumingMemoryBound(to: Float.self)
    let count = 13 * Lanes.count
    for index in 0..<count where numbers[index].isSubnormal { return true }
    return false
  }
}
