import PeachMIDIEvents
import PeachMusicUnits

/// The song player as the page shows it.
struct SongState {
  private(set) var name = ""
  /// The duration at the song's own tempo.
  private(set) var seconds = 0.0
  private(set) var channels = SongChannels()
  private(set) var instruments = Array(repeating: "", count: 256)
  /// The tags of the instruments.
  private(set) var tags = Array(repeating: "", count: 256)
  /// The channels with other instruments than those of the song.
  private(set) var exchanged: SongChannels = 0
  private(set) var notes: [[SongNote]] = Array(repeating: [], count: 256)
  /// The starts of the bars.
  private(set) var bars: [Double] = []
  private(set) var texts: [(seconds: Double, text: String)] = []
  /// The syllables in lines, each after its time and a space.
  private(set) var lyrics = ""
  /// The number of changes of the notes and bars, which tells the rolls of two songs apart.
  private(set) var revision = 0
  private(set) var position = 0.0
  private(set) var isPlaying = false
  private(set) var tempoPercent = 100.0
  private(set) var semitones = 0
  /// The muted channels, and those that are heard alone.
  private(set) var (muted, solo): (SongChannels, SongChannels) = (0, 0)
  /// The levels that the listener adds, in decibels.
  private(set) var levels = Array(repeating: 0.0, count: 256)
  /// The first and the last bar of the loop, counted from 1.
  private(set) var loop: ClosedRange<Int>?
  /// The completed fraction of the file that is rendered; `nil` for none.
  private(set) var renderedFraction: Double?
  /// The bank that plays the song.
  private(set) var bank = ""
  /// The banks above it, from the one that is searched first; they stay for later songs.
  private(set) var banksAbove: [String] = []
  /// Whether the bank was chosen, rather than found.
  private(set) var isBankChosen = false
  /// The programs that the banks do not have, 128 for drums.
  private(set) var replaced: [Int] = []
  private(set) var metronome = Metronome()

  /// The aids to practice, which stay for later songs.
  struct Metronome {
    /// Whether beats click.
    var clicks = false
    /// Whether a bar is counted before the song plays.
    var countsIn = false
  }

  mutating func take(_ report: SongReport) {
    switch report {
    case .loaded(let name, let seconds, let channels):
      let (revision, banksAbove, metronome) = (revision + 1, banksAbove, metronome)
      self = SongState()
      (self.name, self.seconds, self.channels) = (name, seconds, channels)
      (self.revision, self.banksAbove, self.metronome) = (revision, banksAbove, metronome)
    case .channel(let channel, let name, let tag):
      (instruments[Int(channel)], tags[Int(channel)]) = (name, tag)
    case .notes(let channel, let new):
      notes[Int(channel)] += new
    case .bars(let starts):
      if starts.isEmpty {
        notes = Array(repeating: [], count: 256)
        return
      }
      bars = starts
      revision += 1
    case .text(let seconds, let text): texts.append((seconds, text))
    case .lyric(let seconds, let text): lyrics += seconds.decimals(3) + " " + text + "\n"
    case .position(let seconds, let isPlaying, _):
      (position, self.isPlaying) = (seconds, isPlaying)
    case .bank(let name, let replaced):
      (bank, self.replaced) = (name, replaced.map { Int($0) })
    case .rendering(let fraction): renderedFraction = fraction
    case .rendered: renderedFraction = nil
    }
  }

  /// Returns the message to the player.
  mutating func perform(_ control: SongControl) -> SongMessage? {
    switch control {
    case .play: return .play
    case .pause: return .pause
    case .seek(let seconds): return .seek(seconds: seconds)
    case .tempo(let percent):
      tempoPercent = min(max(percent, 10), 1000)
      return .tempo(factor: tempoPercent / 100)
    case .transpose(let semitones):
      self.semitones = min(max(semitones, -48), 48)
      return .transpose(semitones: self.semitones)
    case .mute(let channel):
      muted.toggle(UInt8(channel & 255))
      return mutes
    case .solo(let channel):
      solo.toggle(UInt8(channel & 255))
      return mutes
    case .level(let channel, let decibels):
      levels[channel] = min(max(decibels, -24), 6)
      return .level(decibels: levels[channel], channel: channel)
    case .instrument(let channel, let tag):
      if exchanged.contains(UInt8(channel)) != !tag.isEmpty { exchanged.toggle(UInt8(channel)) }
      return .instrument(tag: tag, channel: channel)
    case .loop(let first, let last):
      guard first >= 1, first <= last, last <= bars.count else {
        loop = nil
        return .loop(seconds: nil)
      }
      loop = first...last
      return loopSeconds.map { .loop(seconds: $0) }
    case .loopFrom(let bar):
      return perform(.loop(first: bar, last: max(loop?.upperBound ?? 0, bar)))
    case .loopTo(let bar):
      return perform(.loop(first: max(min(loop?.lowerBound ?? bar, bar), 1), last: bar))
    case .bank(let name):
      isBankChosen = true
      return .bank(name: name)
    case .bankAbove(let name):
      if !removeBank(named: name) { banksAbove.insert(name, at: 0) }
      return .bankAbove(name: name)
    case .render(let format): return .render(format)
    case .cancelRendering: return .cancelRendering
    case .click: metronome.clicks.toggle()
    case .countIn: metronome.countsIn.toggle()
    }
    return .metronome(clicks: metronome.clicks, countsIn: metronome.countsIn)
  }

  /// Removes a bank from those above; returns whether it was one.
  @discardableResult
  mutating func removeBank(named name: String) -> Bool {
    let count = banksAbove.count
    banksAbove.removeAll { $0 == name }
    return banksAbove.count < count
  }

  private var mutes: SongMessage { .mute(channels: silent) }

  /// The channels that are not heard.
  var silent: SongChannels {
    let others = hasPorts ? ~solo : ~solo & 0xFFFF
    return solo.isEmpty ? muted : others | muted
  }

  /// Whether channels need the number of their port.
  private var hasPorts: Bool { (channels & 0xFFFF) != channels }

  /// Returns the name of a channel: `10`, or `2:10` in a song with several ports.
  func name(ofChannel channel: UInt8) -> String {
    hasPorts ? "\(channel / 16 + 1):\(channel % 16 + 1)" : "\(channel + 1)"
  }

  /// The times of the loop; `nil` without one, or if it has no length.
  var loopSeconds: Range<Double>? {
    guard let loop else { return nil }
    let start = bars[loop.lowerBound - 1]
    let end = loop.upperBound < bars.count ? bars[loop.upperBound] : seconds
    return end > start ? start..<end : nil
  }

  /// The present bar, counted from 1; `nil` in a song without bars.
  var bar: Int? {
    let index = bars.firstIndex { $0 > position } ?? bars.count
    return index > 0 ? index : nil
  }

  /// The marker that was last.
  var text: String { texts.last { $0.seconds <= position }?.text ?? "" }
}

/// A control of the song player.
package enum SongControl: Equatable, Sendable {
  case play, pause
  case seek(seconds: Double)
  case tempo(percent: Double)
  case transpose(semitones: Int)
  /// Toggles a channel: that of its port, plus 16 for each earlier port.
  case mute(channel: Int)
  case solo(channel: Int)
  /// Sets what is added to the level of a channel.
  case level(channel: Int, decibels: Double)
  /// Has a channel play the preset of a tag, or that of the song if it is empty.
  case instrument(channel: Int, tag: String)
  /// Repeats bars, counted from 1; ends the loop if the range is empty.
  case loop(first: Int, last: Int)
  /// Moves an end of the loop, and the other one along if necessary.
  case loopFrom(bar: Int)
  case loopTo(bar: Int)
  /// Plays the song with another bank.
  case bank(String)
  /// Plays what a bank has with it, above the others, or no longer.
  case bankAbove(String)
  /// Saves the song as an audio file.
  case render(SongFileFormat)
  case cancelRendering
  /// Switches the metronome or the count-in on or off.
  case click, countIn

  /// Returns `nil` if the text is not a control.
  init?(_ text: String, value: String) {
    let words = text.split(separator: " ")
    func channel() -> Int? {
      words.count == 2 ? Int(words[1]).flatMap { (0..<256).contains($0) ? $0 : nil } : nil
    }
    func number() -> Double? { Double(value).flatMap { $0.isFinite ? $0 : nil } }
    let control: SongControl?
    switch words.first.flatMap({ Name(rawValue: String($0)) }) {
    case .play?: control = .play
    case .pause?: control = .pause
    case .bank?: control = value.isEmpty ? nil : .bank(value)
    // The name may have spaces.
    case .above?: control = .bankAbove(String(text.dropFirst(Name.above.rawValue.count + 1)))
    case .loopFrom?: control = Int(value).map { .loopFrom(bar: $0) }
    case .loopTo?: control = Int(value).map { .loopTo(bar: $0) }
    case .endLoop?: control = .loop(first: 0, last: 0)
    case .begin?: control = .seek(seconds: 0)
    case .seek?: control = number().map { .seek(seconds: $0) }
    case .tempo?: control = number().map { .tempo(percent: $0) }
    case .transpose?: control = Int(value).map { .transpose(semitones: $0) }
    case .mute?: control = channel().map { .mute(channel: $0) }
    case .solo?: control = channel().map { .solo(channel: $0) }
    case .level?:
      control = channel().flatMap { channel in
        number().map { .level(channel: channel, decibels: $0) }
      }
    case .instrument?:
      control = channel().map { .instrument(channel: $0, tag: value) }
    case .loop?:
      let bars = value.split(separator: "-").compactMap { Int($0) }
      control = .loop(first: bars.first ?? 0, last: bars.last ?? 0)
    case .render?:
      control =
        words.count == 2 ? SongFileFormat(rawValue: String(words[1])).map { .render($0) } : nil
    case .cancel?: control = .cancelRendering
    case .click?: control = .click
    case .countIn?: control = .countIn
    case nil: control = nil
    }
    guard let control else { return nil }
    self = control
  }

  /// The names of the controls in actions.
  private enum Name: String {
    case play, pause, bank, above, loopFrom, loopTo, endLoop, begin, seek, tempo, transpose
    case mute, solo, level, instrument, loop, render, cancel, click, countIn
  }
}
