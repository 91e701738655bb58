/// A note-on of a song and the preset that plays it.
struct NoteTrigger: BitwiseCopyable {
  /// The index of the preset among those that the song uses; `nil` if the bank does not have it.
  var preset: Int?
  /// The key, 0 through 127.
  var key: UInt8
  /// The velocity after the channel's velocity response, 0 through 127.
  var velocity: UInt8
}
