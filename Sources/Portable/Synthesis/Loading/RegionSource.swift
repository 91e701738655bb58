import PeachInstrumentModel

/// A region with its loaded sample data, from which the form for the audio thread is made.
struct RegionSource {
  var region: Region
  var modulators: ModulatorOrder
  /// The data that plays until the release, and after a loop that ends on release.
  var looped: SampleData
  var unlooped: SampleData
  private var sample: Sample
  private var start: Int
  private var correctionCents: Double
  /// The frames that play instead of those of the sample, if any.
  let replacement: SampleReplacement?

  /// Loads the sample data of a region, or converts its replacement; returns `nil` if it has none.
  init?(
    _ region: Region, bank: SoundBank, loader: SampleLoader, correctionCents: Double = 0,
    replacement: SampleReplacement? = nil
  ) throws(SampleCodecError) {
    guard bank.samples.indices.contains(region.sample) else { return nil }
    self.region = region
    self.correctionCents = correctionCents
    sample = bank.samples[region.sample]
    if case .missing = sample.encoding { return nil }
    modulators = ModulatorOrder(region.modulators)
    let loops = region.looping == .continuous || region.looping == .untilRelease
    if let replacement, !replacement.frames.isEmpty {
      self.replacement = replacement
      self.correctionCents = replacement.correctionCents
      start = 0
      looped = loader.data(of: replacement, loop: loops ? replacement.loop : nil)
      unlooped = looped
      if region.looping == .untilRelease {
        unlooped = loader.data(of: replacement, loop: nil)
      }
      return
    }
    self.replacement = nil
    let count = try loader.frameCount(ofSampleAt: region.sample)
    guard let range = AddressOffsets(region).frameRange(in: sample, frameCount: count)
    else { return nil }
    start = range.played.lowerBound
    let end = range.played.upperBound
    // Regions with conditions may play on other events than note-on.
    let isOnDemand = region.conditions == nil
    let seconds = Double(region.extendedParameters?.loopCrossfadeSeconds ?? 0)
    looped = try loader.data(
      ofSampleAt: region.sample, end: end, loop: loops ? range.loop : nil,
      crossfade: Int(min(max(0, seconds) * sample.sampleRate, 1e9)), isOnDemand: isOnDemand)
    unlooped = looped
    if region.looping == .untilRelease {
      unlooped = try loader.data(
        ofSampleAt: region.sample, end: end, loop: nil, isOnDemand: isOnDemand)
    }
  }

  func prepared(
    generators: UnsafePointer<Float>, modulators: UnsafePointer<PreparedModulator>,
    conditions: UnsafePointer<PreparedConditions>?, vibrato: UnsafePointer<RecordedVibrato>?
  ) -> PreparedRegion {
    var mappedSoundControllers: UInt8 = 0
    for index in 0..<UInt8(8) {
      let controller = Controller.firstSoundController + index
      let isMapped = self.modulators.modulators.contains { $0.listens(to: controller) }
      // The recorded vibrato, not that of the LFO, follows controller 77.
      let isRecorded = vibrato != nil && controller == Controller.vibratoDepth
      if isMapped || isRecorded { mappedSoundControllers |= 1 << index }
    }
    return PreparedRegion(
      lowestKey: region.keys.lowerBound, highestKey: region.keys.upperBound,
      lowestVelocity: region.velocities.lowerBound, highestVelocity: region.velocities.upperBound,
      looping: region.looping, generators: generators, modulators: modulators,
      generatorModulatorCount: self.modulators.generatorModulatorCount,
      looped: looped.reference, loopedEnd: Int64(looped.unrolledLoopEnd) << 32,
      unrolledLoopLength: Int64(looped.unrolledLoopLength) << 32,
      unlooped: unlooped.reference, unloopedEnd: Int64(unlooped.frameCount) << 32,
      loopStart: Int64(looped.loop?.lowerBound ?? 0) << 32,
      loopLength: Int64(looped.loop?.count ?? 0) << 32, start: Int64(start) << 32,
      sampleRate: sample.sampleRate, rootKey: Double(sample.rootKey),
      correctionCents: sample.correctionCents + correctionCents,
      mappedSoundControllers: mappedSoundControllers, conditions: conditions,
      isReplaced: replacement != nil, vibrato: vibrato)
  }
}
