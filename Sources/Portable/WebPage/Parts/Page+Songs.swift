import PeachMIDIEvents
import PeachMusicUnits
import PeachTrainerUI

extension Page {
  /// The button that plays the song, and those that save it; or else how to open one.
  var songStatus: String {
    guard !song.name.isEmpty else { return HTML.paragraph(text(.noSong)) }
    return HTML.row(
      [
        song.isPlaying
          ? HTML.button(text(.pause), "song pause", style: "main")
          : HTML.button(text(.play), "song play", style: "main")
      ] + saveButtons)
  }

  /// The settings of the song player.
  var songsPart: String {
    let html = HTML.row([
      HTML.fileInput(text(.addSong), "files", attributes: "accept=\".mid,.midi,.kar\"")
    ])
    guard !song.name.isEmpty else { return html }
    let loop = song.loop.map { "\($0.lowerBound)-\($0.upperBound)" } ?? ""
    let fields = [
      HTML.input(
        "\(text(.tempo)) (%)", "song tempo", type: "number",
        value: language.number(song.tempoPercent, decimals: 0),
        attributes: "min=\"10\" max=\"400\" step=\"5\""),
      HTML.input(
        text(.transpose), "song transpose", type: "number", value: "\(song.semitones)",
        attributes: "min=\"-24\" max=\"24\" step=\"1\""),
      HTML.input(
        text(.loop), "song loop", type: "text", value: loop,
        attributes: "placeholder=\"\(HTML.escaped(text(.loopHint)))\""),
    ]
    return HTML.row(fields.map { "<div>\($0)</div>" }, style: "fields") + channelsPart + html
  }

  /// Buttons that save the song, or one that cancels it: not in the part that shows the progress,
  /// which changes while a button in it is clicked.
  private var saveButtons: [String] {
    if song.renderedFraction != nil { return [HTML.button(text(.cancel), "song cancel")] }
    return SongFileFormat.allCases.map { format in
      HTML.button(text(.save(format: format.name)), "song render \(format.rawValue)")
    }
  }

  /// The progress of a file that is saved.
  var renderingPart: String {
    guard tab == .songs, let fraction = song.renderedFraction else { return "" }
    let percent = Int(min(max(fraction, 0), 1) * 100)
    return
      "<p><label for=\"progress\">\(HTML.escaped(text(.rendering(percent: "\(percent)"))))</label> "
      + "<progress id=\"progress\" max=\"100\" value=\"\(percent)\"></progress></p>"
  }

  private var channelsPart: String {
    let rows = song.channels.channels.map { channel in
      let name = song.name(ofChannel: channel)
      return "<span>\(HTML.escaped(text(.channel(name)))) "
        + "<span class=\"faint\">\(HTML.escaped(song.instruments[Int(channel)]))</span></span>"
        + HTML.button(
          "M", "song mute \(channel)", style: "step", label: text(.mute(name)),
          isPressed: song.muted.contains(channel))
        + HTML.button(
          "S", "song solo \(channel)", style: "step", label: text(.solo(name)),
          isPressed: song.solo.contains(channel))
    }
    return "<div class=\"channels\">\(rows.joined())</div>"
  }

  /// The position, and the text of the song at it. Changes while the song plays.
  var positionPart: String {
    guard tab == .songs, !song.name.isEmpty else { return "" }
    let time = "\(Self.clock(song.position)) / \(Self.clock(song.seconds))"
    let bar = song.bar.map { "\(text(.bar($0))), " } ?? ""
    return HTML.input(
      "\(bar)\(time)", "song seek", type: "range", value: "\(Int(song.position))",
      attributes: "class=\"dial\" min=\"0\" max=\"\(Int(song.seconds.rounded(.up)))\"")
      + HTML.paragraph(song.text, style: "large")
  }

  /// Returns minutes and seconds, as in `3:07`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e6))
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}
