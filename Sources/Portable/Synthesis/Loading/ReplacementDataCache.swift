import PeachMusicUnits

/// The sample data of replacements: regions whose frames are equal share it. Data that no
/// preset uses is discarded, because its source is in memory anyway.
struct ReplacementDataCache {
  private struct Key: Hashable {
    var end: Int
    var loop: Range<Int>?
  }

  private var known = KeyedArray<Key, [SampleData]>()
  private(set) var byteCount = 0

  /// Returns the data of frames, up to the end of `loop`. A loop beyond the frames is ignored.
  mutating func data(
    _ frames: [Float], loop: Range<Int>?, form: SampleFrames.Form
  ) -> SampleData {
    var loop = loop
    if let range = loop, range.isEmpty || range.lowerBound < 0 || range.upperBound > frames.count {
      loop = nil
    }
    let key = Key(end: loop?.upperBound ?? frames.count, loop: loop)
    var values = frames
    if key.end < values.count { values.removeLast(values.count - key.end) }
    values.withUnsafeMutableBufferPointer { values in
      for index in values.indices { values[index] = SampleLoader.sanitized(values[index]) }
    }
    return values.withUnsafeBufferPointer { values in
      let data = SampleData(values, loop: loop, form: form)
      for other in known[key] ?? [] where other.isEqual(to: data) { return other }
      known[key, default: []].append(data)
      byteCount += data.byteCount
      return data
    }
  }

  mutating func discardUnused() {
    var kept = KeyedArray<Key, [SampleData]>()
    for key in known.keys {
      var (list, used): ([SampleData], [SampleData]) = ([], [])
      // Nothing else may refer to the data.
      swap(&list, &known[key, default: []])
      while var data = list.popLast() {
        if isKnownUniquelyReferenced(&data) {
          byteCount -= data.byteCount
        } else {
          used.append(data)
        }
      }
      if !used.isEmpty { kept.setValue(used, for: key) }
    }
    known = kept
  }
}
