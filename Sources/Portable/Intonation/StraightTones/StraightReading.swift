/// Reads a recording along its contour, so that the result has a constant pitch. Output frame `k`
/// is at the phase `origin + k · step`.
struct StraightReading {
  let note: HeldNote
  let contour: PitchContour
  /// The differences that hold the partials of each channel; empty for the time warp only.
  let held: [HeldPartials]
  let sinc: SincInterpolator
  /// The phase of the first output frame.
  var origin: Double
  /// The phase increment per output frame.
  var step: Double

  private static let blockFrames = 256

  /// Reads the first `count` output frames of a channel.
  func frames(ofChannel channel: Int, count: Int) -> [Float] {
    let difference = channel < held.count ? held[channel] : nil
    let block = Self.blockFrames
    let (positions, added) = (ScratchBuffer<Double>(), ScratchBuffer<Float>())
    let (target, differences) = (positions.reserve(block), added.reserve(block))
    var result = [Float](repeating: 0, count: count)
    result.withUnsafeMutableBufferPointer { result in
      guard let frames = result.baseAddress else { return }
      for first in stride(from: 0, to: count, by: block) {
        let length = min(block, count - first)
        fillPositions(target, first..<first + length)
        sinc.read(note.channels[channel], at: target, count: length, into: frames + first)
        guard let difference else { continue }
        let points = Double(difference.points)
        for index in 0..<length { target[index] = phase(of: first + index) * points }
        sinc.read(difference.difference, at: target, count: length, into: differences)
        for index in 0..<length { frames[first + index] += differences[index] }
      }
    }
    return withExtendedLifetime((positions, added)) { result }
  }

  /// Returns the phase of an output frame.
  @inline(__always) private func phase(of index: Int) -> Double { origin + Double(index) * step }

  /// Computes the positions of output frames in the recording.
  private func fillPositions(_ positions: UnsafeMutablePointer<Double>, _ range: Range<Int>) {
    contour.times.withUnsafeBufferPointer { times in
      let last = Double(times.count - 1)
      var period = -1
      var segment = (a: 0.0, b: 0.0, c: 0.0, d: 0.0)
      for index in range {
        let phase = phase(of: index)
        guard phase >= 0 && phase < last else {
          positions[index - range.lowerBound] = contour.time(atPhase: phase)
          continue
        }
        let own = Int(phase)
        if own != period {
          period = own
          segment = PitchContour.segment(times, own)
        }
        let share = phase - Double(own)
        positions[index - range.lowerBound] =
          segment.a + share * (segment.b + share * (segment.c + share * segment.d))
      }
    }
  }
}
