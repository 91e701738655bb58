import PeachInstrumentModel

/// Collects the frames of a stream, whose start and end the granule positions of its pages state
/// (Vorbis I §A.2).
struct VorbisStream {
  private(set) var audio: DecodedAudio
  /// The maximum number of frames.
  private let limit: Int
  /// The number of frames that may exceed the limit until the position of the first page is known.
  private let surplusLimit: Int
  private var frameCount = 0
  /// The granule position at the end of the previous page; `nil` if it is unknown.
  private var position: Int64? = 0
  private var isFirstPage = true
  private var hasEnded = false
  /// The number of frames at the start of the page.
  private var pageStart = 0

  init(_ identification: VorbisIdentification, frameLimit: Int) {
    let channels = identification.channelCount
    // Small enough to prevent arithmetic overflow.
    let frames = min(max(frameLimit, 0), Int.max / 1_024)
    limit = channels > 2 ? frames / channels * 2 : frames
    surplusLimit = (1 << 20) / channels
    audio = DecodedAudio(
      sampleRate: identification.sampleRate, channelCount: channels, values: [])
  }

  /// Reads all audio packets.
  mutating func read(
    _ packets: inout OggPacketReader, _ decoder: inout VorbisBlockDecoder
  ) throws(SampleCodecError) {
    while let packet = packets.next() {
      if packet.followsGap {
        decoder.reset()
        position = nil
      }
      if packet.isFirstOfPage { pageStart = frameCount }
      let count =
        packets.withPacket { packet, byteCount in decoder.decode(packet, byteCount: byteCount) }
        ?? 0
      hasEnded = packet.endsStream
      let end = packet.endsStream ? endOfStream(packet.granulePosition) : nil
      let kept = min(count, end.map { max($0 - frameCount, 0) } ?? count)
      let allowed = isFirstPage && !packet.endsStream ? limit + surplusLimit : limit
      guard kept <= allowed - frameCount else {
        throw .tooLong(frames: end ?? frameCount + kept, limit: limit)
      }
      decoder.withOutput(kept) { audio.values.append(contentsOf: $0) }
      frameCount += kept
      if packet.isLastOfPage { try finishPage(packet) }
    }
    guard frameCount <= limit else { throw .tooLong(frames: frameCount, limit: limit) }
    // A stream that ends may have no frames.
    guard frameCount > 0 || hasEnded else { throw .undecodable(code: 0) }
  }

  /// Returns the number of frames at the end of the stream, which its last page states: frames
  /// beyond it are dropped.
  private func endOfStream(_ granulePosition: Int64) -> Int? {
    guard let position, granulePosition >= 0 else { return nil }
    let (frames, hasOverflow) = granulePosition.subtractingReportingOverflow(position)
    guard !hasOverflow else { return nil }
    return pageStart + Int(min(max(frames, 0), Int64(Int32.max)))
  }

  /// Drops frames before the start of the stream: those of the first page that its granule position
  /// does not count.
  private mutating func finishPage(_ packet: OggPacketReader.Packet) throws(SampleCodecError) {
    guard packet.granulePosition >= 0 else { return }
    if isFirstPage, !packet.endsStream, packet.granulePosition < Int64(frameCount) {
      let surplus = frameCount - Int(packet.granulePosition)
      audio.values.removeFirst(surplus * audio.channelCount)
      frameCount -= surplus
    }
    isFirstPage = false
    position = packet.granulePosition
    guard frameCount <= limit else { throw .tooLong(frames: frameCount, limit: limit) }
  }
}
