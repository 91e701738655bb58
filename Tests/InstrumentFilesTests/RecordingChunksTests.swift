import PeachInstrumentFiles
import Testing

@Suite("Chunks of recordings")
struct RecordingChunksTests {
  private func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

  private func wav(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    file("RIFF", "WAVE", chunks) { little($0) }
  }

  private func aiff(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    file("FORM", "AIFF", chunks) { big($0, 4) }
  }

  private func file(
    _ form: String, _ type: String, _ chunks: [(String, [UInt8])], size: (Int) -> [UInt8]
  ) -> [UInt8] {
    var body = Array(type.utf8)
    for (code, bytes) in chunks {
      body += Array(code.utf8)
      body += size(bytes.count)
      body += bytes
      if bytes.count % 2 == 1 { body.append(0) }
    }
    return Array(form.utf8) + size(body.count) + body
  }

  /// Returns a smpl chunk: manufacturer, product, period, unity note, fraction, SMPTE format and
  /// offset, loop count, extra bytes, and loops.
  private func smpl(_ key: Int, fraction: Int = 0, loops: [(type: Int, Range<Int>)]) -> [UInt8] {
    var numbers = [0, 0, 22_676, key, fraction, 0, 0, loops.count, 0]
    for (index, loop) in loops.enumerated() {
      numbers += [index, loop.type, loop.1.lowerBound, loop.1.upperBound - 1, 0, 0]
    }
    return numbers.flatMap { little($0) }
  }

  private func read(_ file: [UInt8]) -> RecordingChunks {
    file.withUnsafeBytes { RecordingChunks($0) }
  }

  @Test("A WAV smpl chunk specifies key, cents and loop")
  func sampler() {
    // Half a semitone is 2³¹.
    let said = read(
      wav([
        ("odd ", [1]), ("smpl", smpl(61, fraction: 1 << 31, loops: [(1, 5..<9), (0, 100..<300)])),
      ]))
    #expect(said.key == 61 && abs(said.cents - 50) < 1e-6 && said.loop == 100..<300)
    #expect(read(wav([("smpl", smpl(200, loops: []))])) == RecordingChunks())
    // Backward loops play forward.
    #expect(read(wav([("smpl", smpl(60, loops: [(2, 0..<9)]))])).loop == 0..<9)
  }

  @Test("A WAV inst chunk specifies the key if there is no smpl chunk")
  func instrument() {
    let inst: [UInt8] = [62, UInt8(bitPattern: -10), 0, 0, 127, 1, 127]
    #expect(read(wav([("inst", inst)])).key == 62)
    #expect(read(wav([("inst", inst)])).cents == 10)
    #expect(read(wav([("smpl", smpl(61, loops: [])), ("inst", inst)])).key == 61)
  }

  @Test("AIFF INST and MARK chunks specify key, cents and loop")
  func aiff() {
    var markers = big(2, 2) + big(1, 2) + big(40, 4)
    markers += [3, 0x61, 0x62, 0x63] + big(2, 2) + big(90, 4)
    markers += [2, 0x61, 0x62, 0]
    // Base note, detune, low and high note, low and high velocity, gain, sustain and release loop.
    let instrument: [UInt8] = [57, 5, 0, 127, 1, 127, 0, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]
    for chunks in [
      [("MARK", markers), ("INST", instrument)], [("INST", instrument), ("MARK", markers)],
    ] {
      let said = read(aiff(chunks))
      #expect(said.key == 57 && said.cents == -5 && said.loop == 40..<90)
    }
    #expect(read(aiff([("INST", instrument)])).loop == nil)
  }

  @Test("A gain outside the usable decibel range is ignored")
  func gain() {
    for (word, decibels) in [(6, 6.0), (0xFFFA, -6), (144, 144), (145, 0), (0xA7FD, 0)] {
      let instrument = [57, 0, 0, 127, 1, 127] + big(word, 2) + [UInt8](repeating: 0, count: 12)
      #expect(read(aiff([("INST", instrument)])).gainDecibels == decibels)
    }
  }

  @Test("A truncated file is read up to its end; other formats specify nothing")
  func cut() {
    let file = wav([("smpl", smpl(61, loops: [(0, 100..<300)])), ("inst", [1, 2, 3, 4, 5, 6, 7])])
    for count in 0..<file.count { _ = read(Array(file.prefix(count))) }
    let markers = big(900, 2) + big(1, 2) + big(40, 4) + [255]
    let other = aiff([("MARK", markers), ("INST", [UInt8](repeating: 1, count: 20))])
    for count in 0..<other.count { _ = read(Array(other.prefix(count))) }
    #expect(read(Array("fLaC and more of it".utf8)) == RecordingChunks())
    // A chunk that declares 4 GB, and missing loops.
    var hostile = file
    hostile.replaceSubrange(16..<20, with: [255, 255, 255, 255])
    hostile.replaceSubrange(48..<52, with: [255, 255, 255, 255])
    #expect(read(hostile).key == 61)
  }
}
