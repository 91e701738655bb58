#if Loudness
  import CEBUR128
#endif

/// A failure to measure loudness.
public enum LoudnessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Peach was built without the trait `Loudness`.
  case notBuilt
  /// libebur128 refused a call, for example because of the sample rate.
  case failed(code: Int)

  /// The message.
  public var description: String {
    switch self {
    case .notBuilt:
      "Peach was built without the measurement of loudness (the trait Loudness, libebur128-dev)."
    case .failed(let code): "The loudness cannot be measured (libebur128: \(code))."
    }
  }
}

/// Measures the integrated loudness and the true peak of stereo or mono audio (ITU-R BS.1770-4,
/// EBU R 128) with libebur128. Use on one thread at a time, not on the audio thread.
///
/// ```swift
/// let meter = try LoudnessMeter(sampleRate: 48_000)
/// try meter.add(left, right, count: 4096)
/// try meter.integrated()  // -17.3 LUFS
/// ```
package final class LoudnessMeter {
  /// Whether Peach was built with the trait `Loudness`.
  package static var isAvailable: Bool {
    #if Loudness
      true
    #else
      false
    #endif
  }

  #if Loudness
    private var state: UnsafeMutablePointer<ebur128_state>?
  #endif
  private let channelCount: Int
  private var interleaved: [Float] = []

  /// - Parameter isMono: Whether a file of one channel is measured, the mean of left and right.
  package init(sampleRate: Int, isMono: Bool = false) throws(LoudnessError) {
    channelCount = isMono ? 1 : 2
    #if Loudness
      let modes = Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
      state = ebur128_init(UInt32(channelCount), UInt(sampleRate), modes)
      if state == nil { throw .failed(code: 0) }
    #else
      throw .notBuilt
    #endif
  }

  deinit {
    #if Loudness
      ebur128_destroy(&state)
    #endif
  }

  /// Adds frames, nominally −1…1.
  package func add(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) throws(LoudnessError) {
    #if Loudness
      if interleaved.count < channelCount * count {
        interleaved = [Float](repeating: 0, count: channelCount * count)
      }
      if channelCount == 1 {
        for frame in 0..<count { interleaved[frame] = 0.5 * (left[frame] + right[frame]) }
      } else {
        for frame in 0..<count {
          (interleaved[2 * frame], interleaved[2 * frame + 1]) = (left[frame], right[frame])
        }
      }
      let code = ebur128_add_frames_float(state, interleaved, count)
      if code != 0 { throw .failed(code: Int(code)) }
    #else
      throw .notBuilt
    #endif
  }

  /// Returns the integrated loudness in LUFS; −∞ for silence.
  package func integrated() throws(LoudnessError) -> Double {
    #if Loudness
      var loudness = 0.0
      let code = ebur128_loudness_global(state, &loudness)
      if code != 0 { throw .failed(code: Int(code)) }
      return loudness
    #else
      throw .notBuilt
    #endif
  }

  /// Returns the highest true peak of all channels as an amplitude; 1 is 0 dBTP.
  package func truePeak() throws(LoudnessError) -> Double {
    #if Loudness
      var highest = 0.0
      for channel in 0..<UInt32(channelCount) {
        var peak = 0.0
        let code = ebur128_true_peak(state, channel, &peak)
        if code != 0 { throw .failed(code: Int(code)) }
        highest = max(highest, peak)
      }
      return highest
    #else
      throw .notBuilt
    #endif
  }
}
