#if LV2
  import PeachInstrumentModel
  import PeachLV2Bundle
  import PeachPlugIn

  /// What each parameter's port moves, as the audio thread wants to know it.
  enum LV2Ports {
    private struct Entry: BitwiseCopyable {
      var generator: Generator?
      var address: UInt64
    }

    static let count = LV2Description.parameters.count
    // Sound: written once, when it is first asked for, which is before any block is played.
    private nonisolated(unsafe) static let entries: UnsafeMutablePointer<Entry> = {
      let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
      for (index, parameter) in LV2Description.parameters.enumerated() {
        var generator: Generator?
        if case .generator(let own) = parameter.kind { generator = own }
        (entries + index).initialize(to: Entry(generator: generator, address: parameter.address))
      }
      return entries
    }()

    /// What a port's value comes to.
    static func content(_ index: Int, _ value: Float) -> UnitEvent.Content {
      if let generator = entries[index].generator {
        return .offset(generator, value: value, rampFrames: 0)
      }
      return .parameter(address: entries[index].address, value: value, rampFrames: 0)
    }
  }
#endif
