import PeachServices

/// The object of a `peach_instrument`.
final class InstrumentObject: HandleObject {
  static let kind = HandleKind.instrument

  let instrument: NoteInstrument

  init(_ instrument: NoteInstrument) { self.instrument = instrument }
}
