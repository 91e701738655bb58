/// MIDI messages from the control thread, with the sample time at which to handle them.
struct TimedMIDI: BitwiseCopyable, @unchecked Sendable {
  // Safe: the control thread frees the bytes only when the audio thread has returned them.
  var time: Int64
  var bytes: UnsafeMutablePointer<UInt8>
  var count: Int
}
