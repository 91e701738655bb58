import PeachMIDIEvents
import PeachMusicUnits
import PeachTrainerUI

/// The song player.
extension Page {
  /// The button that plays the song, and those that save it; or else how to open one.
  var songStatus: String {
    guard !song.name.isEmpty else { return "" }
    let play =
      song.isPlaying
      ? HTML.square("pause", text(.pause), "song pause", style: "play")
      : HTML.square("play", text(.play), "song play", style: "play")
    return HTML.division(
      "keys", HTML.square("begin", text(.toStart), "song begin", style: "quiet"), play)
  }

  /// Buttons that save the song, or one that cancels it, and the one that opens another: not in
  /// the part that shows the progress, which changes while a button in it is clicked.
  var songButtons: String {
    guard !song.name.isEmpty else { return "" }
    var html = ""
    if song.renderedFraction != nil {
      html = HTML.button(text(.cancel), "song cancel", style: "button outline", icon: "cross")
    } else {
      for format in SongFileFormat.allCases {
        html += HTML.button(
          format.name, "song render \(format.rawValue)", style: "button outline", icon: "save",
          label: text(.save, format.name))
      }
    }
    return html + songInput(text(.openSong), style: "outline")
  }

  private func songInput(_ name: String, style: String) -> String {
    HTML.fileInput(
      name, "files", attributes: "accept=\".mid,.midi,.kar\"", icon: "folder", style: style)
  }

  var songSubtitle: String {
    let count = song.channels.channels.count
    return count == 1 ? text(.oneChannel) : text(.channelCount, "\(count)")
  }

  /// The progress of a file that is saved.
  var renderingPart: String {
    guard tab == .songs else { return "" }
    guard let fraction = song.renderedFraction else { return generalProgress }
    let percent = Int(min(max(fraction, 0), 1) * 100)
    let label = text(.rendering, "\(percent)")
    return HTML.paragraph(label, style: "small") + HTML.progress(label, value: percent, of: 100)
  }

  /// The settings of the song player, or how to open a song.
  var songsPart: String {
    guard !song.name.isEmpty else {
      return HTML.division(
        "drop", HTML.icon("roll-sign"), HTML.heading(text(.addSong)),
        HTML.paragraph(text(.songPurpose), style: "soft"),
        songInput(text(.chooseSong), style: "main large"))
        + HTML.heading(text(.example))
        + HTML.element(
          "ul", "stack",
          exercise(
            text(.exampleName), text(.exampleMeaning), "example", "roll-sign", "",
            attribute: "data-example"))
    }
    let channels = HTML.section(
      "card", HTML.division("row far", HTML.heading(text(.channels)), replacedPart),
      channelsPart + instrumentsPart)
    let tempo = language.number(song.tempoPercent, decimals: 0)
    let playing = HTML.section(
      "card", HTML.heading(text(.playing)), bankSetting,
      songSetting(
        text(.tempo), "song tempo", "%", value: tempo, "min=\"10\" max=\"400\" step=\"5\""),
      songSetting(
        text(.transpose), "song transpose", "", value: "\(song.semitones)",
        "min=\"-24\" max=\"24\" step=\"1\""), chordsSetting, octavesSetting,
      loopSetting, practiceSetting)
    return HTML.division("split under-transport", channels, playing)
  }

  /// The bank that plays the song.
  private var bankSetting: String {
    // A bank that was removed plays on.
    var names = [song.bank]
    for bank in banks where bank.name != song.bank { names.append(bank.name) }
    var options = ""
    for bank in names { options += HTML.option(bank, name(ofBank: bank), song.bank) }
    let select = HTML.select("song bank", options)
    return HTML.division("setting", HTML.label(text(.bank), for: "song bank"), select)
      + banksAboveSetting
  }

  /// The other banks, each of which may play what it has.
  private var banksAboveSetting: String {
    var chips = ""
    for bank in banks where bank.name != song.bank {
      let name = name(ofBank: bank.name)
      chips += HTML.button(
        name, "song above " + bank.name, style: "chip", label: text(.banksAbove) + " " + name,
        isPressed: song.banksAbove.contains(bank.name))
    }
    return chips.isEmpty
      ? ""
      : HTML.division(
        "setting", HTML.span(text(.banksAbove), style: "label"), HTML.division("chips", chips))
  }

  /// The first and the last bar of the loop, which can be dragged in the roll, too.
  private var loopSetting: String {
    let inputs = HTML.division(
      "stepper", loopInput(.loopFrom, "song loopFrom", song.loop?.lowerBound),
      HTML.span(text(.to), style: "unit"), loopInput(.loopTo, "song loopTo", song.loop?.upperBound))
    let end =
      song.loop == nil
      ? "" : HTML.button(text(.endLoop), "song endLoop", style: "button quiet", icon: "cross")
    return HTML.division(
      "setting", HTML.division("", HTML.span(text(.loop), style: "label"), end), inputs)
  }

  /// The metronome.
  private var practiceSetting: String {
    let metronome = song.metronome
    let chips = HTML.division(
      "chips", chip(.click, "song click", metronome.clicks),
      chip(.countIn, "song countIn", metronome.countsIn))
    return HTML.division("setting", HTML.span(text(.metronome), style: "label"), chips)
  }

  private func chip(_ name: PageText, _ action: String, _ isOn: Bool) -> String {
    HTML.button(text(name), action, style: "chip", isPressed: isOn)
  }

  private func loopInput(_ name: PageText, _ action: String, _ value: Int?) -> String {
    HTML.input(
      text(name), action, type: "number", value: value.map { "\($0)" } ?? "",
      attributes: "min=\"1\" max=\"\(song.bars.count)\"")
  }

  func songSetting(
    _ name: String, _ action: String, _ unit: String, value: String, _ attributes: String
  ) -> String {
    HTML.division(
      "setting", HTML.label(name, for: action),
      HTML.stepper(action, unit: unit, value: value, attributes))
  }

  /// The number of instruments that the banks do not have, which opens to their names.
  private var replacedPart: String {
    if song.replaced.isEmpty { return "" }
    var names = ""
    for program in song.replaced {
      if !names.isEmpty { names += ", " }
      let tag = "sf2:\(Self.generalBank):0:\(program)"
      let known = trainer.sounds.first { $0.tag == tag }
      names +=
        program > 127
        ? HTML.escaped(text(.drums))
        // The script has the German names of the programs of General MIDI.
        : HTML.element(
          "span", "", HTML.escaped(known?.name ?? text(.program, "\(program + 1)")),
          attributes: HTML.attribute("data-program", "\(program)"))
    }
    return HTML.details(
      badge: text(.replaced, "\(song.replaced.count)"), "fair", icon: "info", of: "song", names)
  }

  /// The instruments of the banks, which the script adds to the list of a channel that is used.
  private var instrumentsPart: String {
    var groups = ""
    for bank in banks {
      var options = ""
      for sound in trainer.sounds where sound.bank == bank.name {
        options += HTML.option(sound.tag, instrument(sound.name), "")
      }
      groups += HTML.element(
        "optgroup", "", options, attributes: HTML.attribute("label", name(ofBank: bank.name)))
    }
    return HTML.element("template", "", groups, attributes: "id=\"instruments\"")
  }

  private var channelsPart: String {
    var html = ""
    for (index, channel) in song.channels.channels.enumerated() {
      let number = song.name(ofChannel: channel)
      let isDrums = channel % 16 == 9
      var list = HTML.strong(text(.drums))
      if !isDrums {
        let own = instrument(song.instruments[Int(channel)])
        var options = HTML.option(
          song.tags[Int(channel)], own.isEmpty ? text(.noInstrument) : own, "-")
        if song.exchanged.contains(channel) { options += HTML.option("", text(.asInSong), "-") }
        let action = "song instrument \(channel)"
        list =
          HTML.label(text(.instrumentOf, number), for: action, style: "unseen")
          + HTML.select(action, options)
      }
      let name = HTML.element("span", "", list)
      let mute = HTML.button(
        "M", "song mute \(channel)", style: "button square", label: text(.mute, number),
        isPressed: song.muted.contains(channel))
      let solo = HTML.button(
        "S", "song solo \(channel)", style: "button square", label: text(.solo, number),
        isPressed: song.solo.contains(channel))
      html += HTML.division(
        "strip c\(index % 8 + 1)",
        HTML.element("span", "swatch", number, attributes: "aria-hidden=\"true\""), name,
        mute, solo, level(ofChannel: channel, number))
    }
    return HTML.division("strips", html)
  }

  private func level(ofChannel channel: UInt8, _ number: String) -> String {
    let decibels = song.levels[Int(channel)]
    let slider = HTML.input(
      text(.level, number), "song level \(channel)", type: "range",
      value: "\(decibels)", attributes: "min=\"-24\" max=\"6\" step=\"0.5\"")
    return HTML.division(
      "level", slider,
      HTML.span(language.number(decibels, decimals: 1) + "\u{A0}dB", style: "number"))
  }

  /// The position, and the text of the song at it. Changes while the song plays.
  var positionPart: String {
    guard tab == .songs, !song.name.isEmpty else { return "" }
    let time = "\(Self.clock(song.position)) / \(Self.clock(song.seconds))"
    let bar = song.bar.map { "\(text(.bar, "\($0)")) · " } ?? ""
    return HTML.element("p", "where", HTML.escaped("\(bar)\(time)"))
      + HTML.input(
        text(.position), "song seek", type: "range", value: "\(Int(song.position))",
        attributes: "min=\"0\" max=\"\(Int(song.seconds.rounded(.up)))\""
          + HTML.attribute("aria-valuetext", bar + Self.clock(song.position)))
      + (song.text.isEmpty ? "" : HTML.paragraph(song.text, style: "marker"))
  }

  /// Returns minutes and seconds, as in `3:07`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e6))
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}
