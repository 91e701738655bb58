package import PeachAudioOutput
import Synchronization

/// Plays clips on an audio device, one at a time. Call on one thread, not the audio thread.
///
/// ```swift
/// let player = try AudioClipPlayer(device: device)
/// player.play(clip, cue: 1)
/// player.endedCue  // 1 once the clip is over
/// ```
package final class AudioClipPlayer {
  package let device: any AudioDevice
  private let audio: UnsafeMutablePointer<ClipPlayback>
  /// The requests, which the audio thread may still read, and the clips in memory.
  private var requests: [UnsafeMutablePointer<ClipRequest>] = []
  private var buffers: [AudioClip: UnsafeMutablePointer<Float>] = [:]

  /// The fade-out time of a clip that another one replaces, in seconds.
  private static let fadeSeconds = 0.01

  /// Starts a device.
  ///
  /// - Throws: `AudioDeviceError` if it cannot be started.
  package init(device: any AudioDevice) throws(AudioDeviceError) {
    self.device = device
    audio = .allocate(capacity: 1)
    audio.initialize(
      to: ClipPlayback(fadeFrames: max(Int(Self.fadeSeconds * device.sampleRate), 1)))
    do {
      try device.start(
        AudioRenderer(context: UnsafeMutableRawPointer(audio), render: renderClip))
    } catch {
      audio.deinitialize(count: 1)
      audio.deallocate()
      throw error
    }
  }

  deinit {
    device.stop(.drop)
    audio.deinitialize(count: 1)
    audio.deallocate()
    for request in requests { request.deallocate() }
    for buffer in buffers.values { buffer.deallocate() }
  }

  /// Plays a clip after a silence, instead of the current clip, which fades out.
  ///
  /// - Parameter cue: A number above 0, which ``begunCue`` and ``endedCue`` report.
  package func play(_ clip: AudioClip, cue: Int, delaySeconds: Double = 0) {
    let buffer = buffer(of: clip)
    send(
      ClipRequest(
        left: UnsafePointer(buffer), right: UnsafePointer(buffer + clip.frameCount),
        frameCount: clip.frameCount,
        delayFrames: Int((delaySeconds * device.sampleRate).rounded()), cue: cue))
  }

  /// Fades out the current clip.
  package func stop() {
    // An empty clip. Its channels are not read.
    guard let any = buffers.values.first else { return }
    send(
      ClipRequest(
        left: UnsafePointer(any), right: UnsafePointer(any), frameCount: 0, delayFrames: 0, cue: 0))
  }

  /// The number of the last clip whose first frame was rendered; 0 for none.
  package var begunCue: Int { audio.pointee.begun.load(ordering: .acquiring) }
  /// The number of the last clip that was rendered to its end; 0 for none.
  package var endedCue: Int { audio.pointee.ended.load(ordering: .acquiring) }

  private func send(_ request: ClipRequest) {
    let pointer = UnsafeMutablePointer<ClipRequest>.allocate(capacity: 1)
    pointer.initialize(to: request)
    requests.append(pointer)
    audio.pointee.pending.store(UInt(bitPattern: pointer), ordering: .releasing)
  }

  private func buffer(of clip: AudioClip) -> UnsafeMutablePointer<Float> {
    if let known = buffers[clip] { return known }
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: max(2 * clip.frameCount, 1))
    for (index, value) in clip.left.enumerated() { (buffer + index).initialize(to: value) }
    for (index, value) in clip.right.enumerated() {
      (buffer + clip.frameCount + index).initialize(to: value)
    }
    buffers[clip] = buffer
    return buffer
  }
}
