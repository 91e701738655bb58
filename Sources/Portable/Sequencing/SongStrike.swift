/// A key that a song strikes, and what answers.
struct SongStrike: BitwiseCopyable {
  /// The place of the preset among those that the song plays; nil where the bank has none.
  var preset: Int?
  /// 0…127.
  var key: UInt8
  /// 0…127, as the channel's response makes it.
  var velocity: UInt8
}
