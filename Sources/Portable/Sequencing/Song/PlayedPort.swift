import PeachMIDIEvents
import PeachSynthesis

/// A port of a song that plays: its events, and a synthesizer for its 16 channels. The audio-thread
/// side of a ``SongPlayer`` has one or several.
struct PlayedPort: ~Copyable {
  let engine: LiveEngine
  var sequencer: Sequencer
  private var interpreter = MIDIEventInterpreter()
  /// The port's number, from 0.
  private let number: Int
  /// Whether the notes and pedals that were on at the end of the song have been released.
  private var isReleased = false

  init(
    _ number: Int, of file: MIDIFile, _ sequencer: consuming Sequencer,
    _ programs: borrowing ProgramTable, _ configuration: SynthesizerConfiguration
  ) {
    self.number = number
    self.sequencer = sequencer
    engine = LiveEngine(configuration)
    engine.synthesizer.pointee.usePresets(of: file, port: number)
    engine.synthesizer.pointee.install(programs)
  }

  /// Renders `count` frames.
  ///
  /// - Parameters:
  ///   - clock: The clock of the first frame.
  ///   - isPlaying: Whether the clock advances.
  ///   - hasEnded: Whether the song has ended by itself.
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    clock start: SongClock, isPlaying: Bool, hasEnded: Bool, _ settings: SongSettings
  ) {
    var clock = start
    var block = BlockSplitter(left: left, right: right, count: count)
    let synthesizer = engine.synthesizer
    while isPlaying && block.offset < count {
      let last = clock.clock(after: Int64(count &- block.offset &- 1))
      guard let event = sequencer.next(atOrBefore: last) else { break }
      let distance = clock.frames(until: event.frame)
      advance(
        &block, by: Int(min(distance, Int64(count &- block.offset))), &clock, isPlaying: isPlaying)
      sequencer.tune(event, with: settings, &engine.synthesizer.pointee)
      interpreter.apply(
        event, bytes: sequencer.bytes(of: event), with: settings, port: number,
        to: &synthesizer.pointee)
    }
    if (isPlaying || hasEnded) && !isReleased && sequencer.isFinished {
      releaseAtEnd(&block, &clock, isPlaying: isPlaying)
    }
    advance(&block, by: count &- block.offset, &clock, isPlaying: isPlaying)
  }

  private mutating func advance(
    _ block: inout BlockSplitter, by frames: Int, _ clock: inout SongClock, isPlaying: Bool
  ) {
    if isPlaying { clock.advance(by: Int64(frames)) }
    while !engine.render(&block, upTo: block.offset &+ frames, nextAction: .max) {}
  }

  /// Releases notes and pedals that are on at the end of the song, if it is within the block.
  private mutating func releaseAtEnd(
    _ block: inout BlockSplitter, _ clock: inout SongClock, isPlaying: Bool
  ) {
    if isPlaying {
      let end = sequencer.frame(atSongFrame: sequencer.durationFrames)
      let remaining = Int64(block.count &- block.offset)
      guard remaining > 0, end <= clock.clock(after: remaining &- 1) else { return }
      advance(&block, by: Int(min(clock.frames(until: end), remaining)), &clock, isPlaying: true)
    }
    engine.synthesizer.pointee.releaseAllNotes(channelCount: 16)
    isReleased = true
  }

  func songFrame(at clock: Int64) -> Int64 { sequencer.songFrame(at: clock) }

  mutating func seek(to songFrame: Int64, at clock: Int64) {
    sequencer.seek(to: min(max(songFrame, 0), sequencer.durationFrames), at: clock)
    isReleased = false
  }

  /// Releases all keys but those of percussion, before a transposition.
  func releaseMelodicKeys() {
    for channel in 0..<UInt8(16) where !engine.synthesizer.pointee.isPercussion(onChannel: channel)
    {
      // All Notes Off (MIDI 1.0, table IV).
      engine.synthesizer.pointee.handle(
        .controlChange(channel: channel, controller: 123, value: 0))
    }
  }

  /// Fades out the notes of channels that are muted now.
  func mute(_ added: SongChannels, frames: Int) {
    let channels = added.bits(ofPort: number)
    for channel in 0..<UInt8(16) where channels & (1 &<< UInt16(channel)) != 0 {
      engine.synthesizer.pointee.handle(.fadeChannel(channel, frames: frames))
    }
  }

  func setReferencePitch(cents: Double) {
    var host = engine.synthesizer.pointee.hostSettings
    host.tuningCents = cents
    engine.synthesizer.pointee.setHostSettings(host)
  }
}
