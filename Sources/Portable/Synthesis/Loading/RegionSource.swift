import PeachInstrumentModel

/// A region with its frames loaded: the step between the model and the audio thread's numbers.
struct RegionSource {
  var region: Region
  var sample: Sample
  var modulators: ModulatorOrder
  /// What plays while the key is held, and, after a loop that ends on release, what follows it.
  var held: SampleData
  var straight: SampleData
  /// The frame a note begins at.
  var start: Int

  /// Cents that the caller adds to the recording's own correction.
  private var correctionCents: Double

  /// Loads a region's frames; nil where its sample has none. `correctionCents` are added to its
  /// pitch.
  init?(
    _ region: Region, bank: SoundBank, loader: SampleLoader, correctionCents: Double = 0
  ) throws(SampleCodecError) {
    guard bank.samples.indices.contains(region.sample) else { return nil }
    self.region = region
    self.correctionCents = correctionCents
    sample = bank.samples[region.sample]
    if case .missing = sample.encoding { return nil }
    let count = try loader.frameCount(ofSampleAt: region.sample)
    guard let place = AddressOffsets(region).place(in: sample, frameCount: count) else {
      return nil
    }
    start = place.played.lowerBound
    let end = place.played.upperBound
    let isStruck = region.conditions == nil
    let loops = region.looping == .continuous || region.looping == .untilRelease
    if loops, let loop = place.loop {
      let seconds = Double(region.performance?.loopCrossfadeSeconds ?? 0)
      held = try loader.frames(
        ofSampleAt: region.sample, end: end, loop: loop,
        crossfade: Int(min(max(seconds, 0) * sample.sampleRate, 1e9)), isStruck: isStruck)
    } else {
      held = try loader.frames(
        ofSampleAt: region.sample, end: end, loop: nil, isStruck: isStruck)
    }
    if region.looping == .untilRelease {
      straight = try loader.frames(
        ofSampleAt: region.sample, end: end, loop: nil, isStruck: isStruck)
    } else {
      straight = held
    }
    modulators = ModulatorOrder(region.modulators)
  }

  /// The numbers for the audio thread.
  func prepared(
    generators: UnsafePointer<Float>, modulators: UnsafePointer<PreparedModulator>,
    conditions: UnsafePointer<PreparedConditions>?
  ) -> PreparedRegion {
    var taken: UInt8 = 0
    for place in 0..<UInt8(8)
    where self.modulators.modulators.contains(where: {
      $0.listens(to: Controller.firstSoundController + place)
    }) {
      taken |= 1 << place
    }
    return PreparedRegion(
      lowestKey: region.keys.lowerBound, highestKey: region.keys.upperBound,
      lowestVelocity: region.velocities.lowerBound, highestVelocity: region.velocities.upperBound,
      looping: region.looping, generators: generators, modulators: modulators,
      movingModulatorCount: self.modulators.movingCount,
      held: held.place, heldEnd: Int64(held.unrolledLoopEnd) << 32,
      heldTurningLength: Int64(held.unrolledLoopLength) << 32,
      straight: straight.place, unloopedEnd: Int64(straight.frameCount) << 32,
      loopStart: Int64(held.loop?.lowerBound ?? 0) << 32,
      loopLength: Int64(held.loop?.count ?? 0) << 32,
      start: Int64(start) << 32, sampleRate: sample.sampleRate,
      rootKey: Double(sample.rootKey),
      correctionCents: sample.correctionCents + correctionCents,
      mappedSoundControllers: taken, conditions: conditions)
  }
}
