#if LV2
  import CLV2
  import PeachBankFiles
  import PeachPlugIn
  import PeachSynthesis
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// One instrument in a host, but for its audio side: files, state, the host's worker.
  final class LV2Instance: @unchecked Sendable {
    // Sound: the lock lets one thread at a time at the unit's control side.

    let unit: SamplerUnit
    let names: LV2Names
    let sampleRate: Double
    private let lock = Mutex<Void>(())

    init(names: LV2Names, sampleRate: Double) {
      self.names = names
      self.sampleRate = sampleRate
      // As `peach render` without its limiter: a host has faders, and sees what is too loud.
      unit = SamplerUnit(
        access: .files(),
        configuration: SynthesizerConfiguration(gain: SynthesizerConfiguration.songGain))
      unit.allocateRenderResources(sampleRate: sampleRate)
    }

    /// Begins anew with everything as it was. The audio thread is elsewhere.
    func activate() {
      lock.withLock { _ in unit.allocateRenderResources(sampleRate: sampleRate) }
    }

    /// On the host's worker thread: a path to load, or nothing but what the unit itself asks for.
    /// Gives the path of the bank that there is then, empty where there is none.
    func work(_ path: String?) -> String {
      lock.withLock { _ in
        if let path {
          do throws(UnitLoadError) { try unit.load(path) } catch { Self.complain("\(error)") }
        }
        for report in unit.service() {
          if case .notLoaded(let error) = report { Self.complain("\(error)") }
        }
        return unit.bankPath ?? ""
      }
    }

    // MARK: State

    func save(
      _ store: LV2_State_Store_Function, _ handle: LV2_State_Handle?, _ features: LV2Features
    ) -> LV2_State_Status {
      lock.withLock { _ in
        var state = unit.state
        let path = state.bankPath
        // A host keeps its ports itself, and knows where files are when a session moves.
        state.bankPath = nil
        state.offsets = []
        state.parameters.removeAll { $0.address >= 1000 }
        let flags = UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue)
        let bytes = state.bytes
        let status = store(handle, names.state, bytes, bytes.count, names.chunk, flags)
        guard status == LV2_STATE_SUCCESS, let path else { return status }
        let paths = features.data(LV2Address.mapPath, as: LV2_State_Map_Path.self)
        let kept = paths.flatMap { $0.pointee.abstract_path($0.pointee.handle, path) }
        defer { Self.free(kept, features) }
        let text = kept.map { String(cString: $0) } ?? path
        return text.withCString {
          store(handle, names.bank, $0, text.utf8.count + 1, names.path, flags)
        }
      }
    }

    func restore(
      _ retrieve: LV2_State_Retrieve_Function, _ handle: LV2_State_Handle?, _ features: LV2Features
    ) -> LV2_State_Status {
      lock.withLock { _ in
        var size = 0
        var type: LV2_URID = 0
        var flags: UInt32 = 0
        var state = unit.state
        if let bytes = retrieve(handle, names.state, &size, &type, &flags), type == names.chunk {
          let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
          guard let known = try? UnitState(bytes: copy) else { return LV2_STATE_ERR_BAD_TYPE }
          state = known
        }
        state.offsets = unit.state.offsets
        if let path = retrieve(handle, names.bank, &size, &type, &flags), type == names.path {
          let text = String(cString: path.assumingMemoryBound(to: CChar.self))
          let paths = features.data(LV2Address.mapPath, as: LV2_State_Map_Path.self)
          let whole = paths.flatMap { $0.pointee.absolute_path($0.pointee.handle, text) }
          defer { Self.free(whole, features) }
          state.bankPath = whole.map { String(cString: $0) } ?? text
        }
        do throws(UnitLoadError) {
          try unit.restore(state)
        } catch {
          Self.complain("\(error)")
          return LV2_STATE_ERR_UNKNOWN
        }
        return LV2_STATE_SUCCESS
      }
    }

    private static func free(_ path: UnsafeMutablePointer<CChar>?, _ features: LV2Features) {
      guard let path else { return }
      if let free = features.data(LV2Address.freePath, as: LV2_State_Free_Path.self) {
        free.pointee.free_path(free.pointee.handle, path)
      } else {
        #if canImport(Musl)
          Musl.free(path)
        #else
          Glibc.free(path)
        #endif
      }
    }

    private static func complain(_ sentence: String) {
      var line = Array("Peach: \(sentence)\n".utf8)
      _ = write(STDERR_FILENO, &line, line.count)
    }
  }
#endif
