#if LV2
  public import CLV2
  import PeachLV2Bundle

  /// The C functions of the plug-in and of its extensions.
  enum LV2Entry {
    // Sound: written once, then only read.
    nonisolated(unsafe) static let descriptor: UnsafePointer<LV2_Descriptor> = {
      let descriptor = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
      descriptor.initialize(
        to: LV2_Descriptor(
          URI: cString(LV2Description.identifier), instantiate: instantiate,
          connect_port: { handle, port, data in
            LV2Entry.audio(handle)?.pointee.connect(Int(port), data)
          },
          activate: { handle in
            guard let audio = LV2Entry.audio(handle) else { return }
            audio.pointee.instance.takeUnretainedValue().activate()
            audio.pointee.activate()
          },
          run: { handle, count in LV2Entry.audio(handle)?.pointee.run(Int(count)) },
          deactivate: { _ in },
          cleanup: { handle in
            guard let audio = LV2Entry.audio(handle) else { return }
            audio.pointee.deallocate()
            audio.deallocate()
          },
          extension_data: extensionData))
      return UnsafePointer(descriptor)
    }()

    private nonisolated(unsafe) static let worker: UnsafePointer<LV2_Worker_Interface> = {
      let worker = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
      worker.initialize(
        to: LV2_Worker_Interface(
          work: work,
          work_response: { handle, count, data in
            LV2Entry.audio(handle)?.pointee.receiveResponse(data, Int(count))
            return LV2_WORKER_SUCCESS
          },
          end_run: nil))
      return UnsafePointer(worker)
    }()

    private nonisolated(unsafe) static let state: UnsafePointer<LV2_State_Interface> = {
      let state = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
      state.initialize(
        to: LV2_State_Interface(
          save: { handle, store, state, _, features in
            guard let audio = LV2Entry.audio(handle), let store else {
              return LV2_STATE_ERR_UNKNOWN
            }
            return audio.pointee.instance.takeUnretainedValue()
              .save(store, state, LV2Features(features))
          },
          restore: { handle, retrieve, state, _, features in
            guard let audio = LV2Entry.audio(handle), let retrieve else {
              return LV2_STATE_ERR_UNKNOWN
            }
            return audio.pointee.instance.takeUnretainedValue()
              .restore(retrieve, state, LV2Features(features))
          }))
      return UnsafePointer(state)
    }()

    static func audio(_ handle: LV2_Handle?) -> UnsafeMutablePointer<LV2Audio>? {
      handle?.assumingMemoryBound(to: LV2Audio.self)
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
        guard let audio = LV2Entry.audio(handle) else { return LV2_WORKER_ERR_UNKNOWN }
        var path: String?
        if let data, count > 0 {
          // The size of a path includes its terminating zero.
          let bytes = UnsafeRawBufferPointer(start: data, count: Int(count)).prefix { $0 != 0 }
          path = String(decoding: bytes, as: UTF8.self)
        }
        let bankPath = audio.pointee.instance.takeUnretainedValue().work(path)
        let bytes = Array(bankPath.utf8) + [0]
        return respond?(response, UInt32(bytes.count), bytes) ?? LV2_WORKER_SUCCESS
      }

    private static func cString(_ string: String) -> UnsafePointer<CChar> {
      let bytes = Array(string.utf8) + [0]
      let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() {
        (memory + index).initialize(to: CChar(bitPattern: byte))
      }
      return UnsafePointer(memory)
    }
  }

  /// The entry point of the library: returns the plug-in at an index.
  @_cdecl("lv2_descriptor")
  public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
    index == 0 ? LV2Entry.descriptor : nil
  }
#endif
