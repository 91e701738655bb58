import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation

/// Checks the sample headers of a SoundFont (SoundFont 2.04 §6.1, 6.3, 7.10). Of sample data, reads
/// only the frames after each sample.
struct SampleHeaderCheck {
  let font: SoundFont
  let played: PlayedSamples

  func run(_ list: inout FindingList) {
    for (index, header) in font.samples.enumerated() {
      let subject = "sample ‘\(header.name.text)’"
      if header.isInROM { continue }
      checkType(header, subject, &list)
      // Below the range of §7.10, but the reader accepts it.
      if (100..<400).contains(header.sampleRate) {
        list.add(
          .sampleRate, subject, "its sample rate is \(header.sampleRate) Hz; the minimum is 400 Hz")
      }
      checkLink(header, index, subject, &list)
      guard checkFrames(header, subject, &list) else { continue }
      var reported: Set<BankRule> = []
      for region in played[index] where region.loops {
        checkLoop(header, region, subject, &reported, &list)
      }
    }
  }

  private func checkType(_ header: SampleHeader, _ subject: String, _ list: inout FindingList) {
    let isKnown = [1, 2, 4, 8].contains(header.type & 0xF) && header.type & 0x7FE0 == 0
    if isKnown && (!header.isCompressed || font.version.major >= 3) { return }
    let fault = isKnown ? "compressed, which requires version 3" : "which is unknown"
    list.add(.sampleType, subject, "its type is \(header.type), \(fault)")
  }

  /// §7.10: the channels of a stereo pair refer to each other.
  private func checkLink(
    _ header: SampleHeader, _ index: Int, _ subject: String, _ list: inout FindingList
  ) {
    guard [2, 4].contains(header.type & 0xF) else { return }
    let link = Int(header.link)
    guard link < font.samples.count, link != index else {
      return list.add(
        .sampleLink, subject, "its other channel is sample \(link) of \(font.samples.count)")
    }
    if Int(font.samples[link].link) != index {
      list.add(
        .sampleLink, subject,
        "its other channel ‘\(font.samples[link].name.text)’ does not refer to it")
    }
  }

  private func checkFrames(
    _ header: SampleHeader, _ subject: String, _ list: inout FindingList
  ) -> Bool {
    let available = font.sampleBytes.count / (header.isCompressed ? 1 : 2)
    let (start, end) = (Int(clamping: header.start), Int(clamping: header.end))
    guard start < end, end <= available else { return false }
    if header.isCompressed { return true }
    if end - start < 48 {
      list.add(.sampleShort, subject, "it has \(end - start) frames; the minimum is 48")
    }
    let after = font.sampleBytes.lowerBound + 2 * end
    let guarded = min(after + 2 * 46, font.sampleBytes.upperBound)
    let isGuarded =
      guarded - after == 2 * 46 && font.storage.bytes[after..<guarded].allSatisfy { $0 == 0 }
    if !isGuarded { list.add(.guardFrames, subject, "it is not followed by 46 frames of silence") }
    return true
  }

  private func checkLoop(
    _ header: SampleHeader, _ region: RegionSample, _ subject: String,
    _ reported: inout Set<BankRule>, _ list: inout FindingList
  ) {
    let start = Int(clamping: header.loopStart) + Int(region.offsets.loopStart)
    let end = Int(clamping: header.loopEnd) + Int(region.offsets.loopEnd)
    func add(_ rule: BankRule, _ message: String) {
      if reported.insert(rule).inserted { list.add(rule, subject, message) }
    }
    guard start < end else { return add(.loopMissing, "it is played looped, but has no loop") }
    if end - start < 32 { add(.loopShort, "its loop has \(end - start) frames; the minimum is 32") }
    // The length of a compressed sample is known only after decoding.
    if header.isCompressed { return }
    let (first, last) = (Int(clamping: header.start), Int(clamping: header.end))
    if start < first || end > last {
      add(
        .loopOutside,
        "its loop \(start - first) to \(end - first) exceeds its \(last - first) frames")
    } else if start - first < 8 || last - end < 8 {
      add(
        .loopMargin,
        "\(start - first) frames precede its loop and \(last - end) follow it; the minimum is 8")
    }
  }
}
