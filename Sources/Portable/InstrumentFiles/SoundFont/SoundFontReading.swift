/// Selects between common practice and the specification where they differ. The default is common
/// practice, as the makers of banks heard it. ``specification`` follows SoundFont 2.04 literally.
public struct SoundFontReading: Hashable, Sendable {
  /// The factor of the initial attenuation (generator 48), 0…1. The specification's centibels
  /// correspond to 1. The hardware that banks were made on corresponds to 0.4. Modulators of the
  /// attenuation are not scaled.
  package var attenuationScale: Float = 0.4
  /// The least attenuation of a region in the file's centibels, before modulators: 0 in the
  /// specification (§8.1.3, §9.4). With a negative limit, the attenuation of zones may raise the
  /// level of soft notes and channels, which never exceeds that at full velocity and volume.
  package var minimumAttenuation: Float = 0
  /// Whether velocity lowers the cutoff by default (§8.4.2). The specification requires it, but no
  /// player implements it.
  package var velocityModulatesFilterCutoff = false
  /// The default amount of the pan controller (§8.4.6), in units of 0.1 %: 1000 in the
  /// specification; 504 in practice, which pans from hard left to hard right: 504 · 127/128 is 500.
  package var panControllerAmount: Int16 = 504

  /// Common practice.
  public init() {}

  /// SoundFont 2.04, literally.
  public static var specification: SoundFontReading {
    var reading = SoundFontReading()
    reading.attenuationScale = 1
    reading.velocityModulatesFilterCutoff = true
    reading.panControllerAmount = 1000
    return reading
  }

  /// Common practice, with the level of soft notes that FluidSynth gives to zones whose
  /// attenuations have a negative sum.
  public static var fluidSynth: SoundFontReading {
    var reading = SoundFontReading()
    reading.minimumAttenuation = -1440
    return reading
  }
}
