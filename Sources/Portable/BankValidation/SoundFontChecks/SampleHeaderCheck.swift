import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation

/// Checks what a SoundFont says of its samples (SoundFont 2.04 §6.1, 6.3, 7.10). Of sample data it
/// reads only the frames after each sample.
struct SampleHeaderCheck {
  private let font: SoundFont
  private let played: PlayedSamples

  init(font: SoundFont, played: PlayedSamples) {
    self.font = font
    self.played = played
  }

  func run(_ list: inout FindingList) {
    for (index, header) in font.samples.enumerated() {
      let subject = "sample ‘\(header.name.text)’"
      if header.isInROM { continue }
      checkType(header, subject, &list)
      // Below the range of §7.10, but usable.
      if (100..<400).contains(header.sampleRate) {
        list.add(.sampleRate, subject, "its rate is \(header.sampleRate) Hz")
      }
      checkLink(header, index, subject, &list)
      guard checkFrames(header, subject, &list) else { continue }
      var told: Set<BankRule> = []
      for recording in played.of(sample: index) where recording.loops {
        checkLoop(header, recording, subject, &told, &list)
      }
    }
  }

  private func checkType(
    _ header: SampleHeader, _ subject: String, _ list: inout FindingList
  ) {
    let kind = header.type & 0xF
    let isKnown = [1, 2, 4, 8].contains(kind) && header.type & 0x7FE0 == 0
    if !isKnown || (header.isCompressed && font.version.major < 3) {
      list.add(
        .sampleType, subject,
        "its type is \(header.type)"
          + (isKnown ? ", compressed, in a file of version 2" : ", which is none"))
    }
  }

  /// §7.10: the halves of a stereo pair name each other.
  private func checkLink(
    _ header: SampleHeader, _ index: Int, _ subject: String, _ list: inout FindingList
  ) {
    guard [2, 4].contains(header.type & 0xF) else { return }
    let link = Int(header.link)
    guard link < font.samples.count, link != index else {
      list.add(.sampleLink, subject, "its other half is sample \(link) of \(font.samples.count)")
      return
    }
    if Int(font.samples[link].link) != index {
      list.add(
        .sampleLink, subject,
        "its other half ‘\(font.samples[link].name.text)’ does not name it in turn")
    }
  }

  /// True where its frames are in the file.
  private func checkFrames(
    _ header: SampleHeader, _ subject: String, _ list: inout FindingList
  ) -> Bool {
    let size = header.isCompressed ? 1 : 2
    let available = font.sampleBytes.count / size
    let start = Int(clamping: header.start)
    let end = Int(clamping: header.end)
    guard start < end, end <= available else { return false }
    if header.isCompressed { return true }
    if end - start < 48 {
      list.add(.sampleShort, subject, "it has \(end - start) frames; 48 are the least")
    }
    let after = font.sampleBytes.lowerBound + 2 * end
    let guarded = min(after + 2 * 46, font.sampleBytes.upperBound)
    let isGuarded =
      guarded - after == 2 * 46 && font.storage.bytes[after..<guarded].allSatisfy { $0 == 0 }
    if !isGuarded { list.add(.guardFrames, subject, "46 frames of zero do not follow it") }
    return true
  }

  private func checkLoop(
    _ header: SampleHeader, _ recording: RegionSample, _ subject: String,
    _ told: inout Set<BankRule>, _ list: inout FindingList
  ) {
    let start = Int(clamping: header.loopStart) + Int(recording.loopStartOffset)
    let end = Int(clamping: header.loopEnd) + Int(recording.loopEndOffset)
    func add(_ rule: BankRule, _ message: String) {
      if told.insert(rule).inserted { list.add(rule, subject, message) }
    }
    guard start < end else {
      return add(.loopMissing, "it is to be looped, and has no loop")
    }
    if end - start < 32 {
      add(.loopShort, "its loop has \(end - start) frames; 32 are the least")
    }
    // Where a compressed sample ends is known when it is decoded.
    if header.isCompressed { return }
    let first = Int(clamping: header.start)
    let last = Int(clamping: header.end)
    if start < first || end > last {
      add(
        .loopOutside,
        "its loop \(start - first) to \(end - first) reaches beyond its \(last - first) frames")
    } else if start - first < 8 || last - end < 8 {
      add(
        .loopMargin,
        "\(start - first) frames come before its loop and \(last - end) after; 8 should")
    }
  }
}
