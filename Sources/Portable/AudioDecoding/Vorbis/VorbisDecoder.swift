package import PeachInstrumentModel

/// Decodes Ogg Vorbis (Vorbis I specification, RFC 3533), the samples of SF3 banks.
package enum VorbisDecoder {
  /// Whether bytes begin as an Ogg file.
  package static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x4F, 0x67, 0x67, 0x53])
  }

  /// Decodes the first Vorbis stream of a file. Samples are nominally within −1…1; NaN and infinity
  /// become 0. Damaged pages are skipped. A truncated file returns its available frames, and is an
  /// error only if it has none.
  ///
  /// - Parameter frameLimit: The maximum number of frames of one or two channels; fewer of more
  ///   channels.
  /// - Throws: An error if no packet can be decoded, or if the file has more frames.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, frameLimit: Int
  ) throws(SampleCodecError) -> DecodedAudio {
    guard recognizes(bytes) else { throw .undecodable(code: 0) }
    var packets = OggPacketReader(bytes, signature: "\u{1}vorbis")
    guard packets.next() != nil,
      let identification = packets.withPacket({ packet, count in
        var reader = VorbisBitReader(packet, byteCount: count)
        return VorbisIdentification(&reader)
      }) ?? nil
    else { throw .undecodable(code: 0) }
    // The comments are ignored.
    guard packets.next() != nil, packets.next() != nil else { throw .undecodable(code: 0) }
    var setup: VorbisSetup?
    _ = packets.withPacket { packet, count in
      var reader = VorbisBitReader(packet, byteCount: count)
      setup = VorbisSetup(&reader, identification)
    }
    guard let setup else { throw .undecodable(code: 0) }
    var stream = VorbisStream(identification, frameLimit: frameLimit)
    var decoder = VorbisBlockDecoder(setup)
    try stream.read(&packets, &decoder)
    return stream.audio
  }
}
