#if LV2
  import CLV2

  /// An `atom:Object` in a message: its kind, and values by their properties. What does not fit into
  /// it is not there.
  struct LV2Object {
    /// A value's bytes.
    typealias Value = (start: UnsafeRawPointer, byteCount: Int)

    private let body: UnsafeRawPointer
    private let byteCount: Int

    /// The object whose identifier, kind and properties are these bytes.
    init(_ body: UnsafeRawPointer, byteCount: Int) {
      self.body = body
      self.byteCount = byteCount
    }

    /// What it is, by the host's number; 0 for nothing.
    var kind: LV2_URID { byteCount >= 8 ? (body + 4).load(as: LV2_URID.self) : 0 }

    /// The first value of a property that has a type; nil where there is none.
    func value(of property: LV2_URID, type: LV2_URID) -> Value? {
      // Key, context, size and type, then the value, filled up to eight bytes.
      var place = 8
      while place + 16 <= byteCount {
        let atom = (body + place + 8).load(as: LV2_Atom.self)
        let size = Int(atom.size)
        if size > byteCount - place - 16 { return nil }
        if (body + place).load(as: LV2_URID.self) == property && atom.type == type {
          return (body + place + 16, size)
        }
        place += 16 + (size + 7) & ~7
      }
      return nil
    }
  }
#endif
