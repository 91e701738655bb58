/// A connection block (‘art1’, ‘art2’): the modulation of a destination by a source. Level 1 blocks
/// are converted to the transform bits of Level 2 when they are read.
package struct DLSConnection: Hashable, Sendable {
  /// The source; 0 for a constant.
  package var source: UInt16
  /// The source that scales the modulation; 0 for none.
  package var control: UInt16
  package var destination: UInt16
  /// Curves, directions and polarities of source and control (DLS Level 2, usTransform).
  package var transform: UInt16
  /// The amount, in 1/65536 of the destination's unit.
  package var scale: Int32

  /// The connection with Level 1's implicit transform: its curve belongs to the source, the LFO is
  /// bipolar, and velocity and controllers reduce the attenuation.
  var fromLevel1: DLSConnection {
    var result = self
    let curve = transform & 0xF
    result.transform = curve << 10
    if [Source.modulationLFO, Source.pitchWheel, 0x8A].contains(source) {
      result.transform |= Transform.sourceIsBipolar
    }
    if destination == Destination.gain && curve == 1 && source != Source.modulationLFO {
      result.transform |= Transform.sourceIsReversed
      if scale > 0 { result.scale = -scale }
    }
    return result
  }

  /// Sources other than MIDI controllers, which are their number plus 128.
  enum Source {
    static var none: UInt16 { 0 }
    static var modulationLFO: UInt16 { 1 }
    static var velocity: UInt16 { 2 }
    static var keyNumber: UInt16 { 3 }
    static var modulationEnvelope: UInt16 { 5 }
    static var pitchWheel: UInt16 { 6 }
    static var keyPressure: UInt16 { 7 }
    static var channelPressure: UInt16 { 8 }
    static var vibratoLFO: UInt16 { 9 }
    static var bendRange: UInt16 { 0x100 }
    static var fineTuning: UInt16 { 0x101 }
    static var coarseTuning: UInt16 { 0x102 }
  }

  /// Destinations that several conversions use.
  enum Destination {
    static var gain: UInt16 { 1 }
    static var pitch: UInt16 { 3 }
    static var keyNumber: UInt16 { 5 }
    static var filterCutoff: UInt16 { 0x500 }
  }

  /// The transform bits of the source other than its curve. Those of the control are 6 bits lower.
  enum Transform {
    static var sourceIsBipolar: UInt16 { 0x4000 }
    static var sourceIsReversed: UInt16 { 0x8000 }
  }
}
