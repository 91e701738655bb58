// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of sfont.h for samples.

/// The object of a `fluid_sample_t`.
final class SampleObject {
  var name = ""
  var frames: [Int16] = []
  /// The lower bytes of 24-bit samples; empty for 16-bit samples.
  var lowBytes: [UInt8] = []
  var sampleRate = 44_100.0
  var loop: Range<Int>?
  var rootKey: UInt8 = 60
  var fineTuneCents = 0.0
}

/// Creates a sample.
@c public func new_fluid_sample() -> OpaquePointer? { Handle.new(SampleObject()) }

/// Deletes a sample. Voices that play it have copies.
@c public func delete_fluid_sample(_ sample: OpaquePointer?) {
  if let sample { Handle.delete(sample, as: SampleObject.self) }
}

/// Returns the size of FluidSynth's structure. Samples cannot be copied as bytes.
@c public func fluid_sample_sizeof() -> Int { 128 }

/// Sets the name.
@c public func fluid_sample_set_name(
  _ sample: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  use(sample, SampleObject.self, or: Result.failed) { sample in
    guard let name else { return Result.failed }
    sample.name = String(cString: name)
    return Result.ok
  }
}

/// Sets the frames: 16 bits, and optionally 8 more bits of each. They are copied.
@c public func fluid_sample_set_sound_data(
  _ sample: OpaquePointer?, _ frames: UnsafePointer<Int16>?, _ lowBytes: UnsafePointer<CChar>?,
  _ count: UInt32, _ sampleRate: UInt32, _ isCopied: Int16
) -> Int32 {
  use(sample, SampleObject.self, or: Result.failed) { sample in
    guard let frames, count > 0, sampleRate > 0 else { return Result.failed }
    sample.frames = Array(UnsafeBufferPointer(start: frames, count: Int(count)))
    sample.lowBytes =
      lowBytes.map { low in
        (0..<Int(count)).map { UInt8(bitPattern: low[$0]) }
      } ?? []
    sample.sampleRate = Double(sampleRate)
    return Result.ok
  }
}

/// Sets the loop, from its first frame to the frame after its last.
@c public func fluid_sample_set_loop(
  _ sample: OpaquePointer?, _ start: UInt32, _ end: UInt32
) -> Int32 {
  use(sample, SampleObject.self, or: Result.failed) { sample in
    sample.loop = start < end ? Int(start)..<Int(end) : nil
    return Result.ok
  }
}

/// Sets the key of the sample's pitch, and a correction in cents.
@c public func fluid_sample_set_pitch(
  _ sample: OpaquePointer?, _ rootKey: Int32, _ fineTune: Int32
) -> Int32 {
  use(sample, SampleObject.self, or: Result.failed) { sample in
    guard 0...127 ~= rootKey else { return Result.failed }
    sample.rootKey = UInt8(rootKey)
    sample.fineTuneCents = Double(fineTune)
    return Result.ok
  }
}

/// Does nothing: the engine needs no optimization of samples.
@c public func fluid_voice_optimize_sample(_ sample: OpaquePointer?) -> Int32 {
  sample == nil ? Result.failed : Result.ok
}
