/// The encoded chunks of a SoundFont file, which a test changes before encoding the file.
public struct SoundFontChunks {
  /// A chunk: its code and contents.
  public typealias Chunk = (code: String, bytes: [UInt8])

  /// The chunks of each list, `INFO`, `sdta` and `pdta`, in file order.
  public var lists: [(form: String, chunks: [Chunk])]
  /// Whether chunks of odd size are padded.
  public var padsOddChunks = true
  /// The declared size of the outermost chunk; `nil` for the correct size.
  public var statedSize: UInt32?

  /// The contents of a chunk.
  public subscript(code: String) -> [UInt8] {
    get {
      for list in lists { for chunk in list.chunks where chunk.code == code { return chunk.bytes } }
      return []
    }
    set {
      for list in lists.indices {
        for chunk in lists[list].chunks.indices where lists[list].chunks[chunk].code == code {
          lists[list].chunks[chunk].bytes = newValue
        }
      }
    }
  }

  /// Removes a chunk.
  public mutating func remove(_ code: String) {
    for list in lists.indices { lists[list].chunks.removeAll { $0.code == code } }
  }

  /// The encoded file.
  public var file: [UInt8] {
    var contents = Array("sfbk".utf8)
    for list in lists {
      var bytes = Array(list.form.utf8)
      for chunk in list.chunks { bytes += packed(chunk.code, chunk.bytes) }
      contents += packed("LIST", bytes)
    }
    let size = statedSize ?? UInt32(contents.count)
    return Array("RIFF".utf8) + littleEndian(size) + contents
  }

  private func packed(_ code: String, _ bytes: [UInt8]) -> [UInt8] {
    let pad: [UInt8] = padsOddChunks && bytes.count % 2 == 1 ? [0] : []
    return Array(code.utf8) + littleEndian(UInt32(bytes.count)) + bytes + pad
  }
}

func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
