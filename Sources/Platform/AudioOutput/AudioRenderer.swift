/// A device's render callback and its context: a trivial value, so that the audio thread never
/// retains or releases an object.
///
/// ```swift
/// let renderer = AudioRenderer(context: state) { context, left, right, frameCount in
///   // fill left[0..<frameCount] and right[0..<frameCount]
/// }
/// ```
public struct AudioRenderer: @unchecked Sendable {
  // Safe: only the device's thread calls the function; its creator synchronizes the context.

  /// Renders `frameCount` frames of both channels, nominally −1…1. Called on the audio thread: must
  /// not allocate, lock, make system calls or count references.
  public typealias Render =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
      _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) -> Void

  /// The first argument of every call; must be valid until the device's `stop` has returned.
  public let context: UnsafeMutableRawPointer
  /// The callback.
  public let render: Render

  /// Creates a renderer.
  public init(context: UnsafeMutableRawPointer, render: @escaping Render) {
    self.context = context
    self.render = render
  }

  /// Renders on the audio thread. The function is one that the compiler has verified; `tidy`
  /// refuses others.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func callAsFunction(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
  ) {
    let (context, render) = (context, render)
    _unsafePerformance { render(context, left, right, frameCount) }
  }
}
