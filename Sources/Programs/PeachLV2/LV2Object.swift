#if LV2
  import CLV2

  /// An `atom:Object` in a message. Properties beyond its size are ignored.
  struct LV2Object {
    /// A value's bytes.
    typealias Value = (start: UnsafeRawPointer, byteCount: Int)

    private let body: UnsafeRawPointer
    private let byteCount: Int

    /// Creates an object from its body: ID, type and properties.
    init(_ body: UnsafeRawPointer, byteCount: Int) {
      self.body = body
      self.byteCount = byteCount
    }

    /// The URID of its type; 0 if the body is too short.
    var kind: LV2_URID { byteCount >= 8 ? (body + 4).load(as: LV2_URID.self) : 0 }

    /// Returns the first value of a property with a type; `nil` if it is missing.
    func value(of property: LV2_URID, type: LV2_URID) -> Value? {
      // Key, context, size and type, then the value, padded to eight bytes.
      var offset = 8
      while offset + 16 <= byteCount {
        let atom = (body + offset + 8).load(as: LV2_Atom.self)
        let size = Int(atom.size)
        if size > byteCount - offset - 16 { return nil }
        if (body + offset).load(as: LV2_URID.self) == property && atom.type == type {
          return (body + offset + 16, size)
        }
        offset += 16 + (size + 7) & ~7
      }
      return nil
    }
  }
#endif
