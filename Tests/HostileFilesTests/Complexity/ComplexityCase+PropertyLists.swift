extension ComplexityCase {
  /// Binary and XML property lists.
  static let propertyLists: [ComplexityCase] = [
    ComplexityCase(
      name: "Binary plist: entries with one long key",
      input: { count in
        let key = BinaryList.text(Bytes.repeated("k", 8 * count))
        let dictionary = BinaryList.collection(
          0xD0, [Int](repeating: 1, count: count) + [Int](repeating: 2, count: count))
        return ComplexityInput(BinaryList.file([dictionary, key, [0x09]]))
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "Binary plist: dictionaries with one long key",
      input: { count in
        let key = BinaryList.text(Bytes.repeated("k", 8 * count))
        let array = BinaryList.collection(0xA0, [Int](repeating: 3, count: count))
        let dictionary = BinaryList.collection(0xD0, [1, 2])
        return ComplexityInput(BinaryList.file([array, key, [0x09], dictionary]))
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "Binary plist: overlapping strings",
      input: { count in
        // Each string contains the headers of those after it.
        var body: [UInt8] = []
        for index in 0..<count {
          body += [0x5F, 0x12] + Bytes.big(10 * (count - index) - 6, 4) + Array("abcd".utf8)
        }
        var offsets = [8 + body.count]
        offsets += (0..<count).map { 8 + 10 * $0 }
        body += BinaryList.collection(0xA0, Array(1...count))
        return ComplexityInput(BinaryList.file(body: body, offsets: offsets))
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "Binary plist: AUPreset zones with one long file name, play", start: 2048,
      input: { count in zones(count, name: Bytes.repeated("n", 4 * count) + ".wav") },
      process: ComplexityProcessing.play),
    ComplexityCase(
      name: "XML plist: entries with long keys",
      input: { count in
        let entries = (0..<count).map { index in
          "<key>\(Bytes.repeated("k", 100))\(index)</key><true/>"
        }
        return xml("<dict>" + entries.joined() + "</dict>")
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "XML plist: comments and entities",
      input: { count in
        xml(
          "<array>" + Bytes.repeated("<!-- & --><string>&amp;&#60;&x</string>", count) + "</array>")
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "XML plist: AUPreset zones, play",
      input: { count in
        preset(
          layers: "<dict><key>Zones</key><array>"
            + Bytes.repeated("<dict><key>waveform</key><integer>1</integer></dict>", count)
            + "</array></dict>")
      }, process: ComplexityProcessing.play),
    ComplexityCase(
      name: "XML plist: AUPreset layers without files, check",
      input: { count in
        let layers = (0..<count).map { index in
          "<dict><key>Zones</key><array><dict><key>waveform</key><integer>\(index + 2)</integer>"
            + "<key>name</key><string>zone \(index)</string></dict></array></dict>"
        }
        return preset(layers: layers.joined())
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "XML plist: sample list, read",
      input: { count in
        xml(
          "<array><string>44100</string>"
            + Bytes.repeated("<string>a.wav</string><string>3</string><string>3</string>", count)
            + "</array>")
      }, process: ComplexityProcessing.read),
  ]

  private static func xml(_ root: String) -> ComplexityInput {
    ComplexityInput("<plist version=\"1.0\">" + root + "</plist>")
  }

  private static func preset(layers: String) -> ComplexityInput {
    let file = WaveBytes.file(Bytes.sine(2000))
    return ComplexityInput(
      Array(
        ("<plist version=\"1.0\"><dict><key>file-references</key><dict><key>Sample:1</key>"
          + "<string>a.wav</string></dict><key>Instrument</key><dict><key>Layers</key><array>"
          + layers + "</array></dict></dict></plist>").utf8), files: ["a.wav": file])
  }

  /// A preset whose zones are one object, which refers to a file.
  private static func zones(_ count: Int, name: String) -> ComplexityInput {
    let texts = ["Instrument", "Layers", "Zones", "waveform", "file-references", "Sample:1", name]
    // The objects: 0 root, 1–7 texts, 8 references, 9 instrument, 10 layers, 11 layer, 12 zones,
    // 13 zone, 14 the number 1.
    let objects =
      [BinaryList.collection(0xD0, [1, 5, 9, 8])] + texts.map { BinaryList.text($0) } + [
        BinaryList.collection(0xD0, [6, 7]), BinaryList.collection(0xD0, [2, 10]),
        BinaryList.collection(0xA0, [11]), BinaryList.collection(0xD0, [3, 12]),
        BinaryList.collection(0xA0, [Int](repeating: 13, count: count)),
        BinaryList.collection(0xD0, [4, 14]), [0x10, 1],
      ]
    return ComplexityInput(BinaryList.file(objects))
  }
}

/// Writes binary property lists: references have four bytes.
private enum BinaryList {
  static func text(_ text: String) -> [UInt8] {
    [0x5F, 0x12] + Bytes.big(text.utf8.count, 4) + Array(text.utf8)
  }

  /// An array (0xA0), or a dictionary (0xD0) with references to keys and then to values.
  static func collection(_ type: UInt8, _ references: [Int]) -> [UInt8] {
    let count = type == 0xD0 ? references.count / 2 : references.count
    return [type | 0x0F, 0x12] + Bytes.big(count, 4) + references.flatMap { Bytes.big($0, 4) }
  }

  static func file(_ objects: [[UInt8]]) -> [UInt8] {
    var offsets: [Int] = []
    var body: [UInt8] = []
    for object in objects {
      offsets.append(8 + body.count)
      body += object
    }
    return file(body: body, offsets: offsets)
  }

  /// A file whose first object is the root.
  static func file(body: [UInt8], offsets: [Int]) -> [UInt8] {
    Array("bplist00".utf8) + body + offsets.flatMap { Bytes.big($0, 4) }
      + [0, 0, 0, 0, 0, 0, 4, 4] + Bytes.big(offsets.count, 8) + Bytes.big(0, 8)
      + Bytes.big(8 + body.count, 8)
  }
}
