/// A prepared preset as the audio thread holds it: three addresses, nothing to count.
///
/// Valid for as long as the ``PreparedPreset`` it came from lives.
public struct PresetHandle: BitwiseCopyable, @unchecked Sendable {
  // Sound: what it points to is immutable while the preset lives.
  let regions: UnsafePointer<PreparedRegion>
  /// For each key, and one beyond, where its regions' indices begin in `regionIndices`.
  let firstIndexOfKey: UnsafePointer<Int32>
  let regionIndices: UnsafePointer<Int32>
}
