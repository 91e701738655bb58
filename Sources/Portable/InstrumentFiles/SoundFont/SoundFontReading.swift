/// Where the specification's text and forty years of practice part: which of the two to follow.
///
/// The default is practice, so that banks sound as their makers heard them;
/// ``specification`` is SoundFont 2.04 to the letter.
public struct SoundFontReading: Hashable, Sendable {
  /// What an initial attenuation (generator 48) in a file is multiplied by, from 0 to 1.
  ///
  /// 1 by the text, which gives it in centibels; 0.4 in the hardware that banks were made on.
  /// Modulators of the attenuation are not scaled.
  public var attenuationScale: Float
  /// Whether soft notes are darker where nothing is said (§8.4.2): so the text, but no player
  /// does it, and banks were voiced without.
  public var velocityMovesFilterCutoff: Bool
  /// How far MIDI's pan controller moves a sound (§8.4.6), in tenths of a percent: 1000 by the
  /// text, which is twice the way; 500 in practice, full left to full right.
  public var panControllerAmount: Int16

  /// The reading that practice has settled on, or one that differs from it.
  public init(
    attenuationScale: Float = 0.4, velocityMovesFilterCutoff: Bool = false,
    panControllerAmount: Int16 = 500
  ) {
    self.attenuationScale = attenuationScale
    self.velocityMovesFilterCutoff = velocityMovesFilterCutoff
    self.panControllerAmount = panControllerAmount
  }

  /// The text of SoundFont 2.04, literally.
  public static var specification: SoundFontReading {
    SoundFontReading(
      attenuationScale: 1, velocityMovesFilterCutoff: true, panControllerAmount: 1000)
  }
}
