/// Buffers for output that is interleaved, converted or mixed.
final class RenderScratch: @unchecked Sendable {
  // Safe: only the rendering thread uses the buffers.
  static let frames = 4096
  private let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * RenderScratch.frames)

  init() { memory.initialize(repeating: 0, count: 4 * Self.frames) }

  deinit { memory.deallocate() }

  var left: UnsafeMutablePointer<Float> { memory }
  var right: UnsafeMutablePointer<Float> { memory + Self.frames }
  var wetLeft: UnsafeMutablePointer<Float> { memory + 2 * Self.frames }
  var wetRight: UnsafeMutablePointer<Float> { memory + 3 * Self.frames }
}
