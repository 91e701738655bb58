import CVorbisDecoder
import PeachAudioDecoding
import PeachInstrumentModel

/// The decoder of compressed samples: FLAC, or libvorbis.
let sampleDecoder: SampleDecoder = { (bytes, limit) throws(SampleCodecError) in
  if FLACDecoder.recognizes(bytes) {
    return try FLACDecoder.decode(bytes, frameLimit: limit)
  }
  var values: UnsafeMutablePointer<Float>?
  var (channels, rate): (Int32, Int32) = (0, 0)
  let frames = peach_vorbis_decode(
    bytes.baseAddress, Int32(bytes.count), Int32(clamping: limit), &values, &channels, &rate)
  guard frames >= 0, let values else { throw .undecodable(code: Int(-frames)) }
  defer { peach_vorbis_free(values) }
  return DecodedAudio(
    sampleRate: Double(rate), channelCount: Int(channels),
    values: Array(UnsafeBufferPointer(start: values, count: Int(frames) * Int(channels))))
}
