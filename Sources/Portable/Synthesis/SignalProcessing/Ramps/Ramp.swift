/// A parameter that ramps linearly over one or more control blocks. Its value follows from the
/// block offset, not from the previous frame, so that the output does not depend on how a block is
/// split.
struct Ramp<Value: RampValue>: BitwiseCopyable {
  /// The value at the start of the block.
  private(set) var value: Value
  /// The step per frame.
  private(set) var step: Value
  private var end: Value
  private var target: Value
  private var blocksRemaining = 0
  /// Whether the value changes within the block.
  private(set) var isRamping = false

  init(_ value: Value) {
    self.value = value
    step = value - value
    end = value
    target = value
  }

  /// Ramps to `target` within `blocks` control blocks; 0 sets it from the next block on.
  mutating func setTarget(to target: Value, blocks: Int) {
    self.target = target
    blocksRemaining = blocks
    if blocks == 0 { end = target }
  }

  /// Starts the next control block. Returns its first value, and the step per frame.
  @discardableResult mutating func prepareBlock() -> (value: Value, step: Value) {
    value = end
    isRamping = blocksRemaining > 0
    if blocksRemaining > 0 {
      end =
        blocksRemaining == 1
        ? target : value + Value.part(of: target - value, count: Float(blocksRemaining))
      blocksRemaining &-= 1
    }
    step = (end - value) * (1 / Float(ControlBlock.frames))
    return (value, step)
  }
}

extension Ramp<Float> {
  @inline(__always) func callAsFunction(_ offset: Float) -> Float { value + step * offset }

  @inline(__always) func callAsFunction(_ offsets: SIMD4<Float>) -> SIMD4<Float> {
    offsets * step + value
  }
}

protocol RampValue: BitwiseCopyable {
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Float) -> Self
  /// Returns one of `count` equal parts.
  static func part(of value: Self, count: Float) -> Self
}

extension Float: RampValue {
  static func part(of value: Float, count: Float) -> Float { value / count }
}

extension SIMD16<Float>: RampValue {
  static func part(of value: Self, count: Float) -> Self { value * (1 / count) }
}
