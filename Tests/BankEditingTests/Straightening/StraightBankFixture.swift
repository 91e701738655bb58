import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import SoundFontFixtures

/// A straight tone of known sines with a table of sinusoidal vibrato over its loop.
struct KnownTone {
  var loop = 3000..<8000
  var periods = 50
  var rate = 44_100.0
  /// The amplitude in cents and the cycles in the loop.
  var vibratoCents = 0.0
  var vibratoCycles = 2.0
  var level = 0.3

  var hertz: Double { Double(periods) * rate / Double(loop.count) }

  /// Returns the frame at a position: partials 1, 3 and 7.
  func value(_ position: Double) -> Double {
    let turns = Double(periods) * position / Double(loop.count)
    return level
      * [(1.0, 1.0), (3, 0.45), (7, 0.2)].reduce(0) {
        $0 + $1.1 * sin(2 * .pi * ($1.0 * turns + 0.13 * $1.0))
      }
  }

  /// The frames between two entries of the table of vibrato.
  private static let framesPerEntry = 50

  /// Returns the vibrato at a position, in cents: linear between the entries of the table.
  func cents(_ position: Double) -> Double {
    let entry = position / Double(Self.framesPerEntry)
    let (low, high) = (self.entry(Int(entry)), self.entry(Int(entry) + 1))
    return low + (entry - entry.rounded(.down)) * (high - low)
  }

  private func entry(_ index: Int) -> Double {
    let position = Double(Self.framesPerEntry * index - loop.lowerBound)
    return vibratoCents * sin(2 * .pi * vibratoCycles * position / Double(loop.count))
  }

  var tone: StraightTone {
    var tone = StraightTone(verdict: .straight)
    tone.channels = [(0..<loop.upperBound).map { Float(value(Double($0))) }]
    tone.loop = loop
    tone.frequency = .hertz(hertz)
    if vibratoCents != 0 {
      tone.vibrato = VibratoTable(
        framesPerEntry: Self.framesPerEntry,
        cents: (0...loop.upperBound / Self.framesPerEntry + 1).map { Float(entry($0)) })
    }
    return tone
  }
}

/// A bank whose samples are replaced by straight tones.
struct StraightBankFixture {
  var builder = SoundFontBuilder()
  /// For each instrument zone in the file, 1 plus the index of its replacement, or 0.
  var variants: [Int] = []
  var cents: [Double] = []
  var replacements: [BankStraightening.Replacement] = []
  var vibrato = 0.0

  /// Frames that are recognized by their first values.
  static func recorded(_ first: Int16, count: Int = 400) -> [Int16] {
    (0..<count).map { $0 == 0 ? first : Int16(truncatingIfNeeded: 37 * $0) }
  }

  /// Adds a replacement, and returns its variant.
  mutating func add(_ tone: StraightTone, recording: Int? = nil, channel: Int = 0) -> Int {
    replacements.append(
      .init(
        recording: recording ?? replacements.count, channel: channel, sampleRate: 44_100,
        tone: tone))
    return replacements.count
  }

  /// The result: the straightening, and the contents before and after.
  struct Result {
    var straightening: BankStraightening
    var before: SoundFontContents
    var contents: SoundFontContents
    /// The written file as read.
    var written: SoundFont
  }

  func straighten() throws -> Result {
    let font = try SoundFont.read(ByteStorage(copying: builder.chunks.file))
    let count = font.instrumentZones.count
    let retuning = SoundFontRetuning(
      font, centsOfZones: cents.isEmpty ? [Double](repeating: 0, count: count) : cents,
      variantsOfZones: variants)
    let before = try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
    let straightening = BankStraightening(
      before, retuning, replacements, variantsOfZones: variants, vibrato: vibrato)
    var contents = before
    straightening.apply(
      straightening.headers.indices.map { straightening.sample(at: $0) }, to: &contents)
    var bytes: [UInt8] = []
    for piece in try SoundFontWriter(contents).pieces { bytes += piece.bytes }
    return Result(
      straightening: straightening, before: before, contents: contents,
      written: try SoundFont.read(ByteStorage(copying: bytes)))
  }
}

extension SoundFontContents.Sample {
  /// The frames, −1…1.
  var values: [Double] {
    switch recording {
    case .integer16(let high):
      let bytes = Array(high.bytes)
      return stride(from: 0, to: bytes.count, by: 2).map {
        Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
      }
    case .integer24(let high, let low):
      let bytes = Array(high.bytes)
      return low.bytes.enumerated().map { index, low in
        let word = Int16(
          bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)
        return Double(Int(word) * 256 + Int(low)) / 8_388_608
      }
    case .compressed, .readOnlyMemory: return []
    }
  }

  /// The pitch of a loop with this number of periods as a synthesizer plays it, in cents above 1
  /// Hz.
  func cents(periods: Int) -> Double {
    1200 * log2(Double(periods) * Double(sampleRate) / Double(loop?.count ?? 0))
      + Double(pitchCorrection)
  }
}
