import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Untrusted EXS24, AUSampler and SoundBankPlayer bytes")
struct SamplerHostileTests {
  private static let preset = """
    <plist version="1.0"><dict><key>name</key><string>p</string><key>type</key>
    <integer>1635085685</integer><key>subtype</key><integer>1935764848</integer>
    <key>file-references</key><dict><key>Sample:1</key><string>a.wav</string></dict>
    <key>Instrument</key><dict><key>voice count</key><integer>5</integer><key>Layers</key><array>\
    <dict>
    <key>key offset</key><integer>12</integer><key>trigger mode</key><integer>11</integer>
    <key>Filters</key><dict><key>cutoff</key><real>100</real><key>enabled</key><true/></dict>
    <key>LFOs</key><array><dict><key>rate</key><real>3</real></dict></array>
    <key>Envelopes</key><array><dict><key>Stages</key><array><dict><key>stage</key>\
    <integer>3</integer>
    <key>time</key><real>2</real></dict></array></dict></array>
    <key>Connections</key><array><dict><key>source</key><integer>300</integer><key>destination</key>
    <integer>816840704</integer><key>scale</key><real>12800</real></dict><dict><key>source</key>
    <integer>301</integer><key>destination</key><integer>1095761920</integer><key>min value</key>
    <real>-5</real><key>max value</key><real>900</real></dict></array>
    <key>Zones</key><array><dict><key>waveform</key><integer>1</integer><key>min key</key>
    <integer>3</integer><key>loop enabled</key><true/><key>loop end</key><integer>99</integer>\
    </dict>
    <dict><key>waveform</key><integer>-2</integer></dict></array></dict></array></dict></dict>\
    </plist>
    """

  private static func list(_ format: PropertyListSerialization.PropertyListFormat) -> [UInt8] {
    let value = ["32000", "a.wav", "26", "26", "b.caf", "40", "30", "c.wav", "1", "60"]
    let data = try? PropertyListSerialization.data(
      fromPropertyList: value, format: format, options: 0)
    return data.map { Array($0) } ?? []
  }

  private static var binaryPreset: [UInt8] {
    let value = try? PropertyListSerialization.propertyList(from: Data(preset.utf8), format: nil)
    let data = value.flatMap {
      try? PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
    }
    return data.map { Array($0) } ?? []
  }

  private static func instrument(isBigEndian: Bool) -> [UInt8] {
    EXS24Builder.small(isBigEndian: isBigEndian, frames: 50, loop: 10..<40).bytes
  }

  /// An instrument in both byte orders, a preset and a list as XML and binary, and an audio file.
  static let fixtures: [[UInt8]] = [
    instrument(isBigEndian: false), instrument(isBigEndian: true), Array(preset.utf8), binaryPreset,
    list(.xml), list(.binary),
    {
      var wave = WaveFile([1, 2, 3, 4, 5, 6], channels: 2)
      wave.addSampler(key: 64, loop: 1...2)
      return wave.bytes
    }(),
  ]

  private static let folders = MemoryFolders(files: [
    "/i/a.wav": WaveFile([Int16](repeating: 9, count: 100)).bytes
  ]).folders(own: "/i")

  /// Returns the number of regions; `nil` for an error, which must name a byte offset.
  @discardableResult
  private func open(_ file: [UInt8]) -> Int? {
    do throws(InstrumentFileError) {
      let bank = try InstrumentFile.read(ByteStorage(copying: file), folders: Self.folders)
      let regions = bank.presets.indices.flatMap { bank.regions(ofPresetAt: $0) }
      for region in regions {
        #expect(bank.samples.indices.contains(region.sample))
        #expect(region.keys.upperBound <= 127 && region.velocities.upperBound <= 127)
        for generator in Generator.allCases {
          #expect(generator.range.contains(region.generators[generator]), "\(generator)")
        }
      }
      for sample in bank.samples {
        #expect(sample.sampleRate > 0 && sample.rootKey <= 127)
        if let loop = sample.loop, let frames = sample.frameCount {
          #expect(loop.upperBound <= frames)
        }
      }
      return regions.count
    } catch {
      #expect(error.offset >= 0 && error.offset <= file.count && !error.description.isEmpty)
      return nil
    }
  }

  @Test("The complete files are banks")
  func whole() { #expect(Self.fixtures.map { open($0) } == [2, 2, 2, 2, 3, 3, 2]) }

  @Test("A file truncated at any byte is an error or a bank", arguments: fixtures.indices)
  func truncations(index: Int) {
    let file = Self.fixtures[index]
    let step = TestScale.cases(short: 3, full: 1)
    for length in stride(from: 0, to: file.count, by: step) { open(Array(file[..<length])) }
  }

  @Test("Random bytes are read or refused", arguments: fixtures.indices)
  func corruptions(index: Int) {
    let count = TestScale.count(short: 400, full: 40_000)
    var random = RandomNumbers(seed: 20_261_121 + UInt64(index))
    var banks = 0
    for round in 0..<count {
      var file = Self.fixtures[index]
      for _ in 0..<(round % 4 == 0 ? random.whole(1...16) : 1) {
        file[random.whole(0...file.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      if open(file) != nil { banks += 1 }
    }
    #expect(banks > 0)
  }

  @Test("Every field of four bytes at its extremes", arguments: [0, 1, 3, 5])
  func extremes(index: Int) {
    let file = Self.fixtures[index]
    let step = TestScale.cases(short: 7, full: 1)
    for offset in stride(from: 0, to: file.count - 4, by: step) {
      for value: UInt32 in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
        var changed = file
        for byte in 0..<4 {
          changed[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
        }
        open(changed)
      }
    }
  }

  @Test("Presets of other Audio Units and lists of other kinds are named in the error")
  func others() {
    let other = Self.preset.replacing("1935764848", with: "1684304756")
    let error = #expect(throws: InstrumentFileError.self) {
      try AUPreset.read(ByteStorage(copying: Array(other.utf8)))
    }
    #expect(error?.reason == .otherAudioUnit(code: "ddst"))
    #expect(open(Array("<plist><array><string>x</string></array></plist>".utf8)) == nil)
    #expect(open(Array("<plist><array><string>44100</string></array></plist>".utf8)) == nil)
    #expect(open(Array("<plist><dict/></plist>".utf8)) == nil)
  }
}
