/// A connection block (‘art1’, ‘art2’): how far a source moves a destination.
///
/// Level 1 blocks have no bits for direction and polarity: they are given those of Level 2 when
/// read, so that one meaning serves both.
public struct DLSConnection: Hashable, Sendable {
  /// What moves; 0 where the destination is set to a value.
  public var source: UInt16
  /// What scales the movement; 0 for nothing.
  public var control: UInt16
  /// What is moved.
  public var destination: UInt16
  /// Curves, direction and polarity of source and control (DLS Level 2, usTransform).
  public var transform: UInt16
  /// How far, in 1/65536 of the destination's unit.
  public var scale: Int32

  /// A connection of these parts.
  public init(
    source: UInt16, control: UInt16, destination: UInt16, transform: UInt16, scale: Int32
  ) {
    self.source = source
    self.control = control
    self.destination = destination
    self.transform = transform
    self.scale = scale
  }

  /// The same block as Level 1 means it: its one curve belongs to the source; oscillators swing to
  /// both sides; the attenuation by velocity and controllers falls as they rise.
  var fromLevel1: DLSConnection {
    var result = self
    let curve = transform & 0xF
    result.transform = curve << 10
    if source == Source.modulationLFO || source == Source.pitchWheel {
      result.transform |= Transform.sourceIsBipolar
    }
    if source == 0x8A { result.transform |= Transform.sourceIsBipolar }
    if destination == Destination.gain && curve == 1 && source != Source.modulationLFO {
      result.transform |= Transform.sourceIsReversed
      if scale > 0 { result.scale = -scale }
    }
    return result
  }

  /// What moves a destination, as far as the numbers are not MIDI controllers' plus 128.
  enum Source {
    static var none: UInt16 { 0 }
    static var modulationLFO: UInt16 { 1 }
    static var velocity: UInt16 { 2 }
    static var keyNumber: UInt16 { 3 }
    static var volumeEnvelope: UInt16 { 4 }
    static var modulationEnvelope: UInt16 { 5 }
    static var pitchWheel: UInt16 { 6 }
    static var keyPressure: UInt16 { 7 }
    static var channelPressure: UInt16 { 8 }
    static var vibratoLFO: UInt16 { 9 }
    static var bendRange: UInt16 { 0x100 }
    static var fineTuning: UInt16 { 0x101 }
    static var coarseTuning: UInt16 { 0x102 }
  }

  /// What can be moved, as far as it is named in more than one place.
  enum Destination {
    static var gain: UInt16 { 1 }
    static var pitch: UInt16 { 3 }
    static var keyNumber: UInt16 { 5 }
    static var filterCutoff: UInt16 { 0x500 }
  }

  /// The bits of a transform that are no curves.
  enum Transform {
    static var controlIsBipolar: UInt16 { 0x100 }
    static var controlIsReversed: UInt16 { 0x200 }
    static var sourceIsBipolar: UInt16 { 0x4000 }
    static var sourceIsReversed: UInt16 { 0x8000 }
  }
}
