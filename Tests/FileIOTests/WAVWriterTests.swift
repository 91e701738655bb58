import Foundation
import PeachAudioEncoding
import TestEnvironment
import Testing

@testable import PeachFileIO

@Suite("WAV files")
struct WAVWriterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes interleaved values in blocks of `blockFrames`; with `areApart`, as separate channels.
  @discardableResult private func write(
    _ values: [Float], to name: String, header: WAVHeader, blockFrames: Int = 1_000,
    isDithered: Bool = false, areApart: Bool = false
  ) throws -> WAVSummary {
    var writer = try WAVWriter(path: folder.path(name), header: header, isDithered: isDithered)
    let blockCount = blockFrames * Int(header.channelCount)
    for start in stride(from: 0, to: values.count, by: blockCount) {
      let block = Array(values[start..<min(start + blockCount, values.count)])
      if areApart {
        let sides = (0..<2).map { side in
          stride(from: side, to: block.count, by: 2).map { block[$0] }
        }
        try writer.write(left: sides[0], right: sides[1], frameCount: sides[0].count)
        continue
      }
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: block.count)
      defer { buffer.deallocate() }
      _ = buffer.initialize(from: block)
      try writer.write(interleaved: UnsafeBufferPointer(buffer))
    }
    return try writer.finish()
  }

  private func header(_ format: WAVWriter.SampleFormat, channels: UInt16 = 2) -> WAVHeader {
    WAVHeader(sampleRate: 48_000, channelCount: channels, format: format)
  }

  /// Values beyond full scale, at exact half steps, very small, and ordinary.
  private var difficult: [Float] {
    var generator = SystemRandomNumberGenerator()
    var values: [Float] = [0, -0.0, 1, -1, 1.5, -1.5, 1e-30, -1e-30, 1e30, .infinity, -.infinity]
    for step: Float in [32_768, 8_388_608] {
      values += [0.5, 1.5, 2.5, -0.5, -1.5, 0.49, 0.51, 100.5, step - 0.5, step - 1].map {
        $0 / step
      }
    }
    values += (0..<40_001).map { _ in Float.random(in: -1.1...1.1, using: &generator) }
    return values + (values.count.isMultiple(of: 2) ? [] : [0.25])
  }

  @Test("The header matches RIFF, fmt and data byte by byte")
  func layout() throws {
    try write([0.5, -0.5, 1, -1], to: "a.wav", header: header(.integer16))
    // Multimedia Programming Interface and Data Specifications 1.0, and space for 64-bit sizes.
    var expected = [UInt8]("RIFF".utf8) + [80, 0, 0, 0] + [UInt8]("WAVEJUNK".utf8) + [28, 0, 0, 0]
    expected += [UInt8](repeating: 0, count: 28)
    expected += [UInt8]("fmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0]
    expected += [0, 0xEE, 2, 0, 4, 0, 16, 0] + [UInt8]("data".utf8) + [8, 0, 0, 0]
    expected += [0x00, 0x40, 0x00, 0xC0, 0xFF, 0x7F, 0x00, 0x80]
    #expect(folder.bytes("a.wav") == expected)
  }

  /// An independent reader of WAV files.
  static let hasPython = OtherProgram.pythonHas("numpy, scipy.io.wavfile")

  /// Returns the output of a Python script.
  private func python(_ script: String, _ arguments: [String]) throws -> String {
    let output = try OtherProgram.output([OtherProgram.python, "-c", script] + arguments)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    "SciPy reads every format back, each value the nearest step that NumPy computes",
    .enabled(if: hasPython, "Requires Python with NumPy and SciPy."),
    arguments: WAVWriter.SampleFormat.allCases, [1, 2, 6] as [UInt16])
  func readBack(format: WAVWriter.SampleFormat, channels: UInt16) throws {
    let whole = difficult.count / Int(channels) * Int(channels)
    try readBack(Array(difficult[..<whole]), format: format, channels: channels, areApart: false)
  }

  @Test(
    "SciPy reads left and right back as it reads them interleaved, within full scale and beyond",
    .enabled(if: hasPython, "Requires Python with NumPy and SciPy."),
    arguments: WAVWriter.SampleFormat.allCases)
  func sidesReadBack(format: WAVWriter.SampleFormat) throws {
    let within = difficult.filter { abs($0) <= 1 }
    for values in [difficult, Array(within[..<(within.count / 2 * 2)])] {
      try readBack(values, format: format, channels: 2, areApart: true)
    }
  }

  private func readBack(
    _ given: [Float], format: WAVWriter.SampleFormat, channels: UInt16, areApart: Bool
  ) throws {
    try folder.put("given", given.flatMap { withUnsafeBytes(of: $0.bitPattern) { [UInt8]($0) } })
    let summary = try write(
      given, to: "a.wav", header: header(format, channels: channels), blockFrames: 777,
      areApart: areApart)
    #expect(summary.frameCount == given.count / Int(channels))
    #expect(summary.peak == given.map { abs($0) }.max())
    let scale = format == .integer16 ? "32768" : format == .integer24 ? "8388608" : "0"
    let script = """
      import sys, numpy as np, scipy.io.wavfile as w
      scale, channels = float(sys.argv[3]), int(sys.argv[4])
      x = np.fromfile(sys.argv[1], '<f4').reshape(-1, channels)
      rate, y = w.read(sys.argv[2])
      y = y.reshape(-1, channels)
      if scale:
        e = np.clip(np.rint(x.astype(np.float64) * scale), -scale, scale - 1)
        y = y.astype(np.float64) / (256 if scale > 40000 else 1)
      else:
        e = x
      print(rate, y.shape == x.shape, int((y != e).sum()))
      """
    let told = try python(
      script, [folder.path("given"), folder.path("a.wav"), scale, String(channels)])
    #expect(told == "48000 True 0\n")
  }

  @Test(
    "SciPy reads a file too large for 32-bit sizes, as RF64",
    .enabled(if: hasPython, "Requires Python with NumPy and SciPy."),
    arguments: WAVWriter.SampleFormat.allCases)
  func rf64(format: WAVWriter.SampleFormat) throws {
    var large = header(format)
    large.maxRIFFSize = 1_000
    let values = (0..<2_000).map { Float($0 - 1_000) / 1_024 }
    try write(values, to: "large.wav", header: large)
    #expect(try #require(folder.bytes("large.wav")).starts(with: "RF64".utf8))
    let script = """
      import sys, numpy as np, scipy.io.wavfile as w
      y = w.read(sys.argv[1])[1].astype(np.float64)
      y = y / float(sys.argv[2])
      e = ((np.arange(2000) - 1000) / 1024).reshape(-1, 2)
      print(y.shape, float(np.abs(y - e).max()))
      """
    // 1/1024 is an integer number of steps in every format.
    let scale = format == .integer16 ? 32_768.0 : format == .integer24 ? 0x1p31 : 1
    let told = try python(script, [folder.path("large.wav"), String(scale)])
    #expect(told == "(1000, 2) 0.0\n")
  }

  @Test("Files up to 2³² − 1 bytes are RIFF; one frame more is RF64")
  func maxRIFFSize() {
    let header = header(.integer16)
    // The header has 12 + 36 + 24 + 8 bytes.
    let most = (0xFFFF_FFFF - 80) / 4
    #expect(header.bytes(frameCount: most).starts(with: "RIFF".utf8))
    let large = header.bytes(frameCount: most + 1)
    #expect(large.starts(with: "RF64".utf8))
    #expect(large.count == header.bytes(frameCount: 0).count)
    let size = (most + 1) * 4
    let stored = large[28..<36].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(stored == size)
  }

  @Test("Odd data is padded, and its size does not include the pad byte")
  func padding() throws {
    try write([0, 0, 0], to: "odd.wav", header: header(.integer24, channels: 1))
    let bytes = try #require(folder.bytes("odd.wav"))
    #expect(bytes.count.isMultiple(of: 2))
    #expect(bytes[4] == UInt8(bytes.count - 8) && bytes[5] == 0)
    #expect(Array(bytes.suffix(14).prefix(4)) == [9, 0, 0, 0])
  }

  @Test("Peaks, clipped and invalid frames are counted; NaN is written as 0")
  func summary() throws {
    let values: [Float] = [0.5, 0.1, -1.25, 2, 1, -1, .nan, 0.5, .nan, .nan]
    let summary = try write(values, to: "a.wav", header: header(.float32))
    var expected = WAVSummary()
    expected.frameCount = 5
    expected.clippedFrameCount = 1
    expected.invalidFrameCount = 2
    expected.peak = 2
    #expect(summary == expected)
    #expect(folder.bytes("a.wav").map { [UInt8]($0.suffix(8)) } == [UInt8](repeating: 0, count: 8))
    // The same after frames that are written in vectors.
    let quiet = [Float](repeating: 0.25, count: 2 * 19)
    let apart = try write(
      quiet + values, to: "b.wav", header: header(.integer16), areApart: true)
    expected.frameCount += 19
    #expect(apart == expected)
  }

  @Test("Bytes do not depend on block sizes or dither, nor one channel on the other")
  func blocks() throws {
    let values = difficult
    for isDithered in [false, true] {
      for (index, blockFrames) in [1, 64, 100_000].enumerated() {
        try write(
          values, to: "\(index)", header: header(.integer16), blockFrames: blockFrames,
          isDithered: isDithered)
      }
      #expect(folder.bytes("0") == folder.bytes("1") && folder.bytes("1") == folder.bytes("2"))
    }
    let left = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    let right = stride(from: 1, to: values.count, by: 2).map { values[$0] }
    var writer = try WAVWriter(path: folder.path("planes"), sampleRate: 48_000)
    try writer.write(left: left, right: right, frameCount: left.count)
    _ = try writer.finish()
    try write(values, to: "plain", header: header(.integer16))
    #expect(folder.bytes("planes") == folder.bytes("plain"))
  }

  @Test("Dither is off for digital silence, and on from the first other value")
  func silence() throws {
    for format in [WAVWriter.SampleFormat.integer16, .integer24] {
      let values = [Float](repeating: 0, count: 2_000) + [Float](repeating: 1e-9, count: 2_000)
      try write(values, to: "s.wav", header: header(format, channels: 1), isDithered: true)
      let bytes = try #require(folder.bytes("s.wav")).suffix(4_000 * format.byteCount)
      #expect(bytes.prefix(2_000 * format.byteCount).allSatisfy { $0 == 0 })
      #expect(bytes.suffix(2_000 * format.byteCount).contains { $0 != 0 })
    }
  }

  @Test("Silent frames have the bytes and the dither of single values, wherever they are")
  func stereoSilence() throws {
    let sound = (0..<101).map { Float($0 % 7 - 3) / 9 }
    let silence = [Float](repeating: 0, count: 2 * 5_003)
    var values = silence + sound + silence + [0, 0.5] + silence + [-0.0, 0] + silence
    values += values.count.isMultiple(of: 2) ? [] : [0]
    for format in WAVWriter.SampleFormat.allCases {
      let plain = try write(values, to: "plain", header: header(format), isDithered: true)
      let apart = try write(
        values, to: "apart", header: header(format), blockFrames: 4_096, isDithered: true,
        areApart: true)
      #expect(folder.bytes("plain") == folder.bytes("apart") && plain == apart)
      #expect(apart.frameCount == values.count / 2)
    }
  }

  @Test("Dither removes the distortion of rounding: no third harmonic of a sine of 0.7 steps")
  func lowLevelSine() throws {
    // Rounding makes the sine pulses of 1 step where it exceeds 0.5, from 45.6° to 134.4°: their
    // third harmonic is 4/3π · cos(3 · 45.6°) = −0.309 steps, −100.5 dBFS.
    let count = 480_000
    let values = (0..<count).map { (frame: Int) -> Float in
      Float(0.7 / 32_768 * sin(2 * .pi * Double(frame) / 480))
    }
    func thirdHarmonic(isDithered: Bool) throws -> Double {
      try write(
        values, to: "h.wav", header: header(.integer16, channels: 1), isDithered: isDithered)
      let bytes = Array(try #require(folder.bytes("h.wav")).suffix(count * 2))
      var (real, imaginary) = (0.0, 0.0)
      for frame in 0..<count {
        let value = Int16(bitPattern: UInt16(bytes[2 * frame]) | UInt16(bytes[2 * frame + 1]) << 8)
        let angle = 2 * Double.pi * 3 * Double(frame) / 480
        real += Double(value) * cos(angle)
        imaginary += Double(value) * sin(angle)
      }
      let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(count)
      return 20 * log10(amplitude / 32_768)
    }
    #expect(abs(try thirdHarmonic(isDithered: false) + 100.5) < 0.2)
    // The dither's noise, 1/4 step² over 480,000 frames, is −147 dBFS in this band.
    #expect(try thirdHarmonic(isDithered: true) < -130)
  }

  @Test("Blocks of any length, and single values, get the same dither")
  func ditheredBlocks() throws {
    // The last frames are beyond full scale, and not a number.
    let values = (0..<2 * 3_001).map { 0.9 * sin(Float($0)) } + [1.5, 0, .nan, 0.1, 0.2, 0.3]
    for format in [WAVWriter.SampleFormat.integer16, .integer24] {
      try write(values, to: "plain", header: header(format), isDithered: true)
      for blockFrames in [1, 3, 8, 13, 64, 4_096] {
        try write(
          values, to: "apart", header: header(format), blockFrames: blockFrames, isDithered: true,
          areApart: true)
        #expect(folder.bytes("apart") == folder.bytes("plain"), "\(blockFrames) frames")
      }
    }
  }

  @Test("Triangular dither is white, and differs between channels")
  func whiteDither() throws {
    // Half a step, so that the dither decides the rounding.
    let count = 1 << 15
    try write(
      [Float](repeating: 1_000.5 / 32_768, count: 2 * count), to: "w.wav",
      header: header(.integer16), isDithered: true)
    let bytes = Array(try #require(folder.bytes("w.wav")).suffix(4 * count))
    let errors = (0..<2 * count).map { index in
      Double(Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8))
        - 1_000.5
    }
    let power = errors.reduce(0) { $0 + $1 * $1 }
    // Lag 1 is the other channel, lag 8 the same generator. The standard deviation of a correlation
    // is 1/√65,536; one of 64 is beyond six deviations with a probability of 1 in 8 million.
    for lag in 1...64 {
      let products = (lag..<errors.count).reduce(0) { $0 + errors[$1] * errors[$1 - lag] }
      #expect(abs(products / power) < 6 / Double(errors.count).squareRoot(), "lag \(lag)")
    }
  }

  @Test("Triangular dither has a mean error of 0 and a variance of 1/4 step² for any value")
  func dither() throws {
    let count = 40_000
    // Lipshitz, Wannamaker and Vanderkooy: 1/12 for rounding plus 1/6 for the noise.
    for fraction: Float in [0, 0.25, 0.5, 0.9] {
      let value = (1_000 + fraction) / 32_768
      try write(
        [Float](repeating: value, count: count), to: "d.wav",
        header: header(.integer16, channels: 1), isDithered: true)
      let bytes = try #require(folder.bytes("d.wav")).suffix(count * 2)
      let errors = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
        Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
          - Double(1_000 + fraction)
      }
      let mean = errors.reduce(0, +) / Double(count)
      let variance = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
      // Five standard errors of each.
      #expect(abs(mean) < 0.0125, "mean \(mean) at \(fraction)")
      #expect(abs(variance - 0.25) < 0.0125, "variance \(variance) at \(fraction)")
    }
  }
}
