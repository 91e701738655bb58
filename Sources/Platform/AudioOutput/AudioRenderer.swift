/// What a device calls for sound: a function and the context it is given, nothing else.
///
/// A plain value, so that calling it neither retains nor releases anything on the audio thread.
///
/// ```swift
/// let renderer = AudioRenderer(context: state) { context, left, right, frameCount in
///   // fill left[0..<frameCount] and right[0..<frameCount]
/// }
/// ```
public struct AudioRenderer: @unchecked Sendable {
  // Sound: only the device's thread calls the function, and whoever made the context answers for
  // what else touches it.

  /// Fills `frameCount` frames of each channel, all of them, values nominally within −1…1.
  ///
  /// Called on the audio thread: no allocation, lock, system call or reference counting within.
  public typealias Render =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
      _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) -> Void

  /// Handed to every call; valid until the device's `stop` has returned.
  public let context: UnsafeMutableRawPointer
  /// The function.
  public let render: Render

  /// A renderer of these parts.
  public init(context: UnsafeMutableRawPointer, render: @escaping Render) {
    self.context = context
    self.render = render
  }
}
