import PeachTrainerUI

extension Page {
  /// The transport of the song player.
  var songsPart: String {
    var html =
      "<p><label for=\"files\">\(HTML.escaped(text(.addSong)))</label> "
      + "<input type=\"file\" id=\"files\" accept=\".mid,.midi,.kar\"></p>"
    guard !song.name.isEmpty else { return html + HTML.paragraph(text(.noSong)) }
    let position = language.number(song.position, decimals: 0)
    let length = language.number(song.seconds, decimals: 0)
    html += HTML.row([
      song.isPlaying
        ? HTML.button(text(.pause), "song pause", style: "main")
        : HTML.button(text(.play), "song play", style: "main")
    ])
    html += HTML.input(
      "\(text(.position)): \(position) / \(length) s", "song seek", type: "range",
      value: "\(Int(song.position))",
      attributes: "class=\"dial\" min=\"0\" max=\"\(Int(song.seconds))\"")
    html += HTML.row([
      HTML.input(
        "\(text(.tempo)) (%)", "song tempo", type: "number", value: "100",
        attributes: "min=\"10\" max=\"400\" step=\"5\""),
      HTML.input(
        text(.transpose), "song transpose", type: "number", value: "0",
        attributes: "min=\"-24\" max=\"24\" step=\"1\""),
    ])
    return html + HTML.paragraph(song.text, style: "large")
  }
}
