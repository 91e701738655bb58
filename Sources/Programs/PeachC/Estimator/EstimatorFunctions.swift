// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
public import CPeach
import PeachEarTraining
import PeachMusicUnits
import Synchronization

extension peach_estimator_options {
  /// A JSON number and R's numeric represent the seed exactly.
  fileprivate static var defaults: peach_estimator_options {
    var options = peach_estimator_options()
    options.seed = UInt64.random(in: 0..<(1 << 53))
    options.seconds = 2
    return options
  }
}

/// Sets the defaults of options.
@c @implementation
public func peach_estimator_options_init(
  _ options: UnsafeMutablePointer<peach_estimator_options>?, _ size: Int
) -> Int32 {
  result { try VersionedStructure.initialize(options, size: size, .defaults) }
}

/// Creates an estimator.
@c @implementation
public func peach_estimator_open(
  _ options: UnsafePointer<peach_estimator_options>?,
  _ estimator: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let estimator = try require(estimator, "estimator")
    let options = try VersionedStructure.read(options, defaults: .defaults)
    estimator.pointee = try HandleTable.open(try EstimatorObject(options))
  }
}

/// Closes an estimator.
@c @implementation
public func peach_estimator_close(_ estimator: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(estimator, .estimator) }
}

/// Begins a day.
@c @implementation
public func peach_estimator_begin_day(_ estimator: OpaquePointer?, _ day: Int32) -> Int32 {
  result {
    try HandleTable.use(estimator, as: EstimatorObject.self) { estimator in
      estimator.state.withLock { $0.procedure.beginDay(Int(day)) }
    }
  }
}

/// Returns the offset of the next target.
@c @implementation
public func peach_estimator_next(
  _ estimator: OpaquePointer?, _ key: Double, _ direction: Int32,
  _ cents: UnsafeMutablePointer<Double>?
) -> Int32 {
  result {
    try HandleTable.use(estimator, as: EstimatorObject.self) { estimator in
      let cents = try require(cents, "cents")
      let question = try estimator.question(key)
      cents.pointee = estimator.state.withLock { state in
        let isHigher = direction == 0 ? state.random.coin() : direction > 0
        return state.procedure.offsetCents(
          for: question, direction: isHigher ? .higher : .lower, random: &state.random)
      }
    }
  }
}

/// Records an answer.
@c @implementation
public func peach_estimator_answer(
  _ estimator: OpaquePointer?, _ key: Double, _ cents: Double, _ heardHigher: Int32
) -> Int32 {
  result {
    try HandleTable.use(estimator, as: EstimatorObject.self) { estimator in
      let question = try estimator.question(key)
      let range = estimator.offsets
      try require(
        range ~= cents.magnitude,
        "The offset is \(cents) cents. Its magnitude must be \(range.lowerBound) to "
          + "\(range.upperBound).")
      let answer = ComparisonResponse(
        question: question, offsetCents: cents, heard: heardHigher != 0 ? .higher : .lower)
      estimator.state.withLock { $0.procedure.record(answer) }
    }
  }
}

/// Returns the estimated threshold.
@c @implementation
public func peach_estimator_threshold(
  _ estimator: OpaquePointer?, _ key: Double, _ threshold: UnsafeMutablePointer<peach_threshold>?
) -> Int32 {
  result {
    try HandleTable.use(estimator, as: EstimatorObject.self) { estimator in
      let threshold = try require(threshold, "threshold")
      let question = try estimator.question(key)
      let estimate = estimator.state.withLock { $0.procedure.threshold(for: question) }
      var description = peach_threshold()
      description.cents = estimate.cents
      if let band = estimate.band {
        description.has_interval = 1
        description.low = band.lowerBound
        description.high = band.upperBound
      }
      try VersionedStructure.write(description, to: threshold)
    }
  }
}

/// Returns the beats per second of an interval.
@c @implementation
public func peach_interval_beats(
  _ reference: Double, _ semitones: Int32, _ cents: Double,
  _ hertz: UnsafeMutablePointer<Double>?
) -> Int32 {
  result {
    let hertz = try require(hertz, "hertz")
    try require(1...100_000 ~= reference, "The reference is \(reference) Hz. Use 1 to 100000.")
    try require(-1200...1200 ~= cents, "The offset is \(cents) cents. Use -1200 to 1200.")
    let interval = try EstimatorObject.pureInterval(semitones)
    hertz.pointee = interval.beatRate(reference: .hertz(reference), offset: Cents(cents)).hertz
  }
}
