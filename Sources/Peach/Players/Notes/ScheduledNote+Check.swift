import PeachPlayback

extension ScheduledNote {
  func checkTimes() throws(NotePlayerError) {
    try Self.check(durationSeconds: duration / .seconds(1))
    let begin = start / .seconds(1)
    guard begin >= 0 && begin <= 86_400 else { throw .durationOutOfRange(seconds: begin) }
  }

  static func check(durationSeconds seconds: Double) throws(NotePlayerError) {
    guard seconds > 0 && seconds <= 86_400 else { throw .durationOutOfRange(seconds: seconds) }
  }
}
