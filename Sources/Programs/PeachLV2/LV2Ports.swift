#if LV2
  import PeachInstrumentModel
  import PeachLV2Bundle
  import PeachPlugIn

  /// Maps parameter ports to events, without reference counting.
  enum LV2Ports {
    private struct Entry: BitwiseCopyable {
      var generator: Generator?
      var address: UInt64
    }

    static let count = LV2Description.parameters.count
    // Sound: written once, on first use.
    private nonisolated(unsafe) static let entries: UnsafeMutablePointer<Entry> = {
      let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
      for (index, parameter) in LV2Description.parameters.enumerated() {
        var generator: Generator?
        if case .generator(let target) = parameter.kind { generator = target }
        (entries + index).initialize(to: Entry(generator: generator, address: parameter.address))
      }
      return entries
    }()

    /// Returns the event content for a port's value.
    static func content(_ index: Int, _ value: Float) -> UnitEvent.Content {
      if let generator = entries[index].generator {
        return .offset(generator, value: value, rampFrames: 0)
      }
      return .parameter(address: entries[index].address, value: value, rampFrames: 0)
    }
  }
#endif
