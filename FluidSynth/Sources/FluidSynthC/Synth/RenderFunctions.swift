// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h that render audio. Call them on one thread at a time.
import PeachMusicUnits

/// Calls `body` with blocks of rendered stereo frames.
private func render(
  _ synth: Synth, _ count: Int, _ body: (_ start: Int, _ count: Int) -> Void
) {
  var done = 0
  while done < count {
    let run = min(count - done, RenderScratch.frames)
    synth.render(synth.scratch.left, synth.scratch.right, count: run)
    body(done, run)
    done += run
  }
}

/// Renders 16-bit samples, clipped.
@c public func fluid_synth_write_s16(
  _ synth: OpaquePointer?, _ count: Int32, _ left: UnsafeMutableRawPointer?, _ leftOffset: Int32,
  _ leftStride: Int32, _ right: UnsafeMutableRawPointer?, _ rightOffset: Int32,
  _ rightStride: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let left, let right, count >= 0 else { return Result.failed }
    let leftSamples = left.assumingMemoryBound(to: Int16.self) + Int(leftOffset)
    let rightSamples = right.assumingMemoryBound(to: Int16.self) + Int(rightOffset)
    let (leftStride, rightStride) = (Int(leftStride), Int(rightStride))
    render(synth, Int(count)) { start, count in
      for index in 0..<count {
        leftSamples[(start + index) * leftStride] = integer(synth.scratch.left[index])
        rightSamples[(start + index) * rightStride] = integer(synth.scratch.right[index])
      }
    }
    return Result.ok
  }
}

@inline(__always) private func integer(_ value: Float) -> Int16 {
  Int16(saturating: Double((value * 32_768).rounded()))
}

/// Renders floating-point samples.
@c public func fluid_synth_write_float(
  _ synth: OpaquePointer?, _ count: Int32, _ left: UnsafeMutableRawPointer?, _ leftOffset: Int32,
  _ leftStride: Int32, _ right: UnsafeMutableRawPointer?, _ rightOffset: Int32,
  _ rightStride: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let left, let right, count >= 0 else { return Result.failed }
    let leftSamples = left.assumingMemoryBound(to: Float.self) + Int(leftOffset)
    let rightSamples = right.assumingMemoryBound(to: Float.self) + Int(rightOffset)
    let (leftStride, rightStride) = (Int(leftStride), Int(rightStride))
    if leftStride == 1 && rightStride == 1 {
      synth.render(leftSamples, rightSamples, count: Int(count))
      return Result.ok
    }
    render(synth, Int(count)) { start, count in
      for index in 0..<count {
        leftSamples[(start + index) * leftStride] = synth.scratch.left[index]
        rightSamples[(start + index) * rightStride] = synth.scratch.right[index]
      }
    }
    return Result.ok
  }
}

/// Renders the first stereo output; others are silent. Effects are rendered to the first effect.
@c public func fluid_synth_nwrite_float(
  _ synth: OpaquePointer?, _ count: Int32,
  _ left: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?,
  _ right: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?,
  _ effectsLeft: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?,
  _ effectsRight: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let left, let right, count >= 0 else { return Result.failed }
    let outputs = Int(synth.settings.integer("synth.audio-channels"))
    let effects = Int(synth.settings.integer("synth.effects-channels"))
    for index in 0..<outputs {
      left[index]?.update(repeating: 0, count: Int(count))
      right[index]?.update(repeating: 0, count: Int(count))
    }
    for index in 0..<effects {
      effectsLeft?[index]?.update(repeating: 0, count: Int(count))
      effectsRight?[index]?.update(repeating: 0, count: Int(count))
    }
    mix(synth, Int(count), (left[0], right[0]), (effectsLeft?[0], effectsRight?[0]))
    return Result.ok
  }
}

/// Renders to buffers of voices and effects, in addition to their contents.
@c public func fluid_synth_process(
  _ synth: OpaquePointer?, _ count: Int32, _ effectCount: Int32,
  _ effects: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?, _ outputCount: Int32,
  _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard count >= 0, effectCount >= 0, outputCount >= 0, effectCount % 2 == 0,
      outputCount % 2 == 0, effectCount == 0 || effects != nil, outputCount == 0 || outputs != nil
    else { return Result.failed }
    let dry = outputCount > 0 ? (outputs?[0], outputs?[1]) : (nil, nil)
    let wet = effectCount > 0 ? (effects?[0], effects?[1]) : (nil, nil)
    mix(synth, Int(count), dry, wet)
    return Result.ok
  }
}

/// Adds voices and effects to buffers.
private func mix(
  _ synth: Synth, _ count: Int,
  _ dry: (UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?),
  _ wet: (UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?)
) {
  let scratch = synth.scratch
  var done = 0
  while done < count {
    let run = min(count - done, RenderScratch.frames)
    synth.render(
      scratch.left, scratch.right, wet: (scratch.wetLeft, scratch.wetRight), count: run)
    let pairs = [
      (scratch.left, dry.0), (scratch.right, dry.1), (scratch.wetLeft, wet.0),
      (scratch.wetRight, wet.1),
    ]
    for (source, destination) in pairs {
      guard let destination else { continue }
      for index in 0..<run { destination[done + index] += source[index] }
    }
    done += run
  }
}
