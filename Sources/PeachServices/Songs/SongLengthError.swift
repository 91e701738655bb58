import PeachMIDIEvents
import PeachTuning

/// A song that is longer than ``RenderOptions/maximumSeconds``, often due to a damaged delta time.
public struct SongLengthError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the MIDI file, if known.
  public var path: String?
  /// The duration of the song in seconds.
  public let seconds: Double
  /// The maximum duration in seconds.
  public let maximumSeconds: Double
  /// The track of the first event after the maximum, counted from 0.
  public let track: Int
  /// The tick of that event from the start of its track.
  public let tick: Int64
  /// The time of that event from the start of the song, in seconds.
  public let eventSeconds: Double
  /// The event, such as `end of track`.
  public let event: String

  /// `song.mid: The song is 36002.0 s long, more than 14400.0 s: in track 1, …`
  public var description: String {
    (path.map { "\($0): " } ?? "")
      + "The song is \(Self.text(seconds)) s long, more than \(Self.text(maximumSeconds)) s: in "
      + "track \(track + 1), tick \(tick) (\(event)) is at \(Self.text(eventSeconds)) s. "
      + "Correct the file, or raise the maximum duration."
  }

  private static func text(_ seconds: Double) -> String {
    "\((seconds * 10).rounded() / 10)"
  }
}

extension MIDIFile {
  /// Throws if the song, or the part that the options select, is longer than they allow, or has
  /// more notes than adaptive tuning allows.
  ///
  /// - Throws: ``SongLengthError`` or `TunedNoteCountError`.
  func checkLength(_ options: RenderOptions) throws {
    try options.adaptive?.checkNoteCount(of: self)
    let (excerpt, maximumSeconds) = (options.excerpt, options.maximumSeconds)
    let end = min(excerpt.endSeconds ?? .infinity, duration.seconds)
    let seconds = max(end - excerpt.startSeconds, 0) / excerpt.settings.rate
    if seconds <= maximumSeconds { return }
    var first: (time: Double, track: Int, tick: Int64, event: String)?
    for (index, (start, track)) in zip(startTicks, tracks).enumerated() {
      let late = track.events.first {
        tempoMap.time(atTick: start + $0.tick).seconds > maximumSeconds
      }
      guard let late else { continue }
      let time = tempoMap.time(atTick: start + late.tick).seconds
      if time < first?.time ?? .infinity { first = (time, index, late.tick, Self.name(of: late)) }
    }
    throw SongLengthError(
      seconds: seconds, maximumSeconds: maximumSeconds, track: first?.track ?? 0,
      tick: first?.tick ?? endTick, eventSeconds: first?.time ?? duration.seconds,
      event: first?.event ?? "end of track")
  }

  private static func name(of event: Event) -> String {
    switch event.content {
    case .message(let message):
      let channel = message.channel.map { " on channel \($0 + 1)" } ?? ""
      let name =
        switch message.kind {
        case .noteOff: "note-off, key \(message.data1)"
        case .noteOn: "note-on, key \(message.data1)"
        case .polyphonicPressure: "polyphonic pressure, key \(message.data1)"
        case .controlChange: "control change \(message.data1)"
        case .programChange: "program change \(message.data1)"
        case .channelPressure: "channel pressure"
        case .pitchBend: "pitch bend"
        case .system: "system message"
        }
      return name + channel
    case .systemExclusive: return "System Exclusive"
    case .escape: return "system message"
    case .meta(.endOfTrack): return "end of track"
    case .meta(.tempo): return "tempo"
    case .meta: return "meta-event"
    }
  }
}
