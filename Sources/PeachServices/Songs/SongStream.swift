package import PeachInstrumentModel
package import PeachMIDIEvents
package import PeachSequencing
import PeachSynthesis

/// A song rendered on demand, with the frames of a rendered file. Use on one thread at a time.
///
/// ```swift
/// let stream = try SongStream(MIDIFile(contentsOf: "suite.mid"), with: bank)
/// while try stream.read(1000, write: { left, right, count in … }) > 0 {}
/// ```
package final class SongStream {
  private static let blockFrames = 4096

  /// The maximum number of frames, with the longest decay.
  package let maximumFrameCount: Int64
  private var song: SongRenderer
  private let buffer: UnsafeMutablePointer<Float>
  /// The frames of the buffer that have not been read.
  private var pending = 0..<0
  private var isOver = false
  /// The remaining frames, if their number is given.
  private var rest: Int64

  /// Prepares a song with a bank.
  package convenience init(
    _ file: MIDIFile, with bank: SoundBank, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache()
  ) throws {
    try self.init(
      file, with: BankStack(bank), options: options, intonation: intonation,
      straightTones: straightTones)
  }

  /// Prepares a song with the presets of several banks.
  ///
  /// - Throws: ``SongLengthError`` or `SampleCodecError`.
  package init(
    _ file: MIDIFile, with stack: BankStack, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache()
  ) throws {
    try file.checkLength(options)
    let banks = MIDIFile.banks(stack, options).adding(file)
    var presets = SongInstruments(
      banks, options: options, intonation: intonation, straightTones: straightTones)
    song = try file.renderer(with: banks, options: options, presets: &presets)
    let tail = Int64(SongRenderer.longestTailSeconds * Double(options.sampleRate))
    let blocks = (song.durationFrames + tail) / Int64(Self.blockFrames) + 2
    maximumFrameCount = song.frameLimit ?? blocks * Int64(Self.blockFrames)
    rest = song.frameLimit ?? .max
    buffer = .allocate(capacity: 2 * Self.blockFrames)
  }

  deinit { buffer.deallocate() }

  /// Renders the next frames, in blocks.
  ///
  /// - Returns: Their number: less than `count` at the end of the song, and then 0.
  package func read(
    _ count: Int, write: (UnsafePointer<Float>, UnsafePointer<Float>, Int) -> Void
  ) -> Int {
    var done = 0
    while done < count {
      if pending.isEmpty && !renderBlock() { break }
      let run = min(count - done, pending.count)
      let left = UnsafePointer(buffer) + pending.lowerBound
      write(left, left + Self.blockFrames, run)
      pending = pending.dropFirst(run)
      done += run
    }
    return done
  }

  private func renderBlock() -> Bool {
    let count = Int(min(rest, Int64(Self.blockFrames)))
    guard !isOver, count > 0,
      song.render(left: buffer, right: buffer + Self.blockFrames, count: Self.blockFrames)
    else {
      isOver = true
      return false
    }
    rest -= Int64(count)
    pending = 0..<count
    return true
  }
}
