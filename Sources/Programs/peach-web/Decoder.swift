import PeachAudioDecoding
import PeachInstrumentModel

/// The decoder of compressed samples: Ogg Vorbis and FLAC.
let sampleDecoder: SampleDecoder = { (bytes, limit) throws(SampleCodecError) in
  if FLACDecoder.recognizes(bytes) {
    return try FLACDecoder.decode(bytes, frameLimit: limit)
  }
  return try VorbisDecoder.decode(bytes, frameLimit: limit)
}
