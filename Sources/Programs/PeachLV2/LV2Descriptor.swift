#if LV2
  public import CLV2
  import PeachLV2Bundle

  /// The C functions of the plug-in and of its extensions.
  enum LV2Entry {
    // Safe: written once, then only read.
    nonisolated(unsafe) static let descriptor = permanent(
      LV2_Descriptor(
        URI: cString(LV2Description.identifier), instantiate: instantiate,
        connect_port: connectPort,
        activate: { handle in
          LV2Entry.instance(handle)?.activate()
          LV2Entry.audio(handle)?.pointee.activate()
        },
        run: runPlugIn,
        deactivate: { _ in },
        cleanup: { handle in
          LV2Entry.audio(handle)?.pointee.deallocate()
          LV2Entry.audio(handle)?.deallocate()
        },
        extension_data: extensionData))

    private nonisolated(unsafe) static let worker = permanent(
      LV2_Worker_Interface(
        work: work,
        work_response: receiveResponse,
        end_run: nil))

    private nonisolated(unsafe) static let state = permanent(
      LV2_State_Interface(
        save: { handle, store, state, _, features in
          guard let instance = LV2Entry.instance(handle), let store else {
            return LV2_STATE_ERR_UNKNOWN
          }
          return instance.save(store, state, LV2Features(features))
        },
        restore: { handle, retrieve, state, _, features in
          guard let instance = LV2Entry.instance(handle), let retrieve else {
            return LV2_STATE_ERR_UNKNOWN
          }
          return instance.restore(retrieve, state, LV2Features(features))
        }))

    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    static func audio(_ handle: LV2_Handle?) -> UnsafeMutablePointer<LV2Audio>? {
      handle?.assumingMemoryBound(to: LV2Audio.self)
    }

    private static func instance(_ handle: LV2_Handle?) -> LV2Instance? {
      audio(handle)?.pointee.instance.takeUnretainedValue()
    }

    private static let instantiate:
      @convention(c) (
        UnsafePointer<LV2_Descriptor>?, Double, UnsafePointer<CChar>?, LV2Features.List?
      ) -> LV2_Handle? = { _, sampleRate, _, list in
        let features = LV2Features(list)
        guard let map = features.data(LV2Address.map, as: LV2_URID_Map.self) else { return nil }
        let instance = LV2Instance(names: LV2Names(map), sampleRate: sampleRate)
        let audio = UnsafeMutablePointer<LV2Audio>.allocate(capacity: 1)
        audio.initialize(
          to: LV2Audio(
            instance,
            worker: features.data(LV2Address.schedule, as: LV2_Worker_Schedule.self)))
        return UnsafeMutableRawPointer(audio)
      }

    private static let extensionData: @convention(c) (UnsafePointer<CChar>?) -> UnsafeRawPointer? =
      { name in
        guard let name else { return nil }
        switch String(cString: name) {
        case LV2Address.worker: return UnsafeRawPointer(LV2Entry.worker)
        case LV2Address.state: return UnsafeRawPointer(LV2Entry.state)
        default: return nil
        }
      }

    private static let work:
      @convention(c) (
        LV2_Handle?, LV2_Worker_Respond_Function?, LV2_Worker_Respond_Handle?, UInt32,
        UnsafeRawPointer?
      ) -> LV2_Worker_Status = { handle, respond, response, count, data in
        guard let instance = LV2Entry.instance(handle) else { return LV2_WORKER_ERR_UNKNOWN }
        var request: LV2Instance.Request?
        let header = MemoryLayout<LV2_Atom>.size
        if let data, Int(count) > header {
          let type = data.loadUnaligned(as: LV2_Atom.self).type
          // The size of a text includes its terminating zero.
          let bytes = UnsafeRawBufferPointer(start: data, count: Int(count)).dropFirst(header)
          let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          if !text.isEmpty {
            request = type == instance.names.string ? .stack(text) : .bank(text)
          }
        }
        let bytes = instance.work(request)
        return respond?(response, UInt32(bytes.count), bytes) ?? LV2_WORKER_SUCCESS
      }

    private static func cString(_ string: String) -> UnsafePointer<CChar> {
      let characters = string.utf8CString
      let memory = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
      for (index, character) in characters.enumerated() {
        (memory + index).initialize(to: character)
      }
      return UnsafePointer(memory)
    }

    /// Returns memory that is never freed.
    private static func permanent<Value>(_ value: Value) -> UnsafePointer<Value> {
      let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      memory.initialize(to: value)
      return UnsafePointer(memory)
    }
  }

  // The functions that hosts call on the audio thread (LV2 core, "audio" threading class).

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func connectPort(
    _ handle: LV2_Handle?, _ port: UInt32, _ data: UnsafeMutableRawPointer?
  ) {
    LV2Entry.audio(handle)?.pointee.connect(Int(port), data)
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func runPlugIn(_ handle: LV2_Handle?, _ count: UInt32) {
    LV2Entry.audio(handle)?.pointee.run(Int(count))
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func receiveResponse(
    _ handle: LV2_Handle?, _ count: UInt32, _ data: UnsafeRawPointer?
  ) -> LV2_Worker_Status {
    LV2Entry.audio(handle)?.pointee.receiveResponse(data, Int(count))
    return LV2_WORKER_SUCCESS
  }

  /// The entry point of the library: returns the plug-in at an index.
  @_cdecl("lv2_descriptor")
  public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
    index == 0 ? LV2Entry.descriptor : nil
  }
#endif
