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

  /// Reads the first `count` output frames of a channel.
  func frames(ofChannel channel: Int, count: Int) -> [Float] {
    let reader = sinc.reader(of: note.channels[channel])
    let difference = channel < held.count ? sinc.reader(of: held[channel].difference) : nil
    let points = channel < held.count ? Double(held[channel].points) : 0
    let (origin, step, contour) = (origin, step, contour)
    var result = [Float](repeating: 0, count: count)
    contour.times.withUnsafeBufferPointer { times in
      let last = times.count - 1
      var period = -1
      var segment = (a: 0.0, b: 0.0, c: 0.0, d: 0.0)
      result.withUnsafeMutableBufferPointer { result in
        for index in 0..<count {
          let phase = origin + Double(index) * step
          let position: Double
          if phase >= 0 && phase < Double(last) {
            let own = Int(phase)
            if own != period {
              period = own
              segment = PitchContour.segment(times, own)
            }
            let share = phase - Double(own)
            position = segment.a + share * (segment.b + share * (segment.c + share * segment.d))
          } else {
            position = contour.time(atPhase: phase)
          }
          var frame = reader.value(at: position)
          if let difference { frame += difference.value(at: phase * points) }
          result[index] = frame
        }
      }
    }
    return result
  }
}
