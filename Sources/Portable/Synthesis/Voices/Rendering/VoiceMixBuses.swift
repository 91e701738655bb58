/// The outputs of a partition: left and right channel, and the sends of reverb and chorus.
struct VoiceMixBuses: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let reverb: UnsafeMutablePointer<Float>
  let chorus: UnsafeMutablePointer<Float>

  @inline(__always) func advanced(by frames: Int) -> VoiceMixBuses {
    VoiceMixBuses(
      left: left + frames, right: right + frames, reverb: reverb + frames, chorus: chorus + frames)
  }

  /// Adds `count` frames of a voice from offset `start` on.
  @inline(__always) func add(
    _ buffer: UnsafePointer<Float>, _ render: UnsafePointer<VoiceRenderState>, count: Int,
    at start: Int, kernels: VoiceKernels
  ) {
    let elapsedFrames = render.pointee.elapsedFrames
    let channels = (left + start, right + start)
    if render.pointee.hasSends {
      kernels.mix(
        buffer, count: count, elapsedFrames: elapsedFrames, render.pointee.gains, to: channels,
        sends: (reverb + start, chorus + start))
    } else {
      kernels.mix(
        buffer, count: count, elapsedFrames: elapsedFrames, render.pointee.gains, to: channels)
    }
  }
}
