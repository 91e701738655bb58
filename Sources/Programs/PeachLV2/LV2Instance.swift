#if LV2
  import CLV2
  import PeachInstrumentModel
  import PeachPlugIn
  import PeachPlugInFiles
  import PeachSynthesis
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// An instance of the plug-in on non-real-time threads: files, state, the host's worker.
  final class LV2Instance: @unchecked Sendable {
    // Safe: the lock makes the unit's control thread exclusive.

    let unit: SamplerUnit
    let names: LV2Names
    let sampleRate: Double
    private let lock = Mutex<Void>(())
    private let tuningClient = MTSClient()
    /// The number of dropped messages that have been logged.
    private var loggedLossCount = 0

    init(names: LV2Names, sampleRate: Double) {
      self.names = names
      self.sampleRate = sampleRate
      // The gain of `peach render`, without limiter: hosts have faders and meters.
      unit = SamplerUnit(
        access: .reading(),
        configuration: SynthesizerConfiguration(gain: SynthesizerConfiguration.songGain))
      // Without render resources, no queue is full.
      try? unit.follow(tuningClient?.source)
      unit.allocateRenderResources(sampleRate: sampleRate)
    }

    /// Reallocates the render resources; settings persist. Must not be concurrent with rendering.
    func activate() {
      lock.withLock { _ in unit.allocateRenderResources(sampleRate: sampleRate) }
    }

    /// Banks that a host sets.
    enum Request {
      /// The bank at a path.
      case bank(String)
      /// The banks of ``UnitBankTexts``.
      case stack(String)
    }

    /// Performs work on the host's worker thread: loads banks, if any, services the unit, and
    /// prepares a preset. Returns the path of the loaded bank and the text of its stack, each with
    /// a terminating zero; empty if none is loaded.
    ///
    /// A host may save the state while a preset is prepared.
    func work(_ request: Request?) -> [UInt8] {
      let task = lock.withLock { _ in
        if let request {
          do throws(UnitLoadError) { try load(request) } catch { Self.log("\(error)") }
        }
        log(unit.service(prepares: false))
        logLosses()
        // The host is told of a bank before its presets are prepared.
        return request == nil ? unit.nextPreparation() : nil
      }
      task?.run()
      return lock.withLock { _ in
        if let report = task.flatMap({ unit.finish($0) }) { log([report]) }
        // Further presets are prepared by further work, so that a bank need not wait for all of
        // them.
        unit.requestPreparation()
        let stack = UnitBankTexts.joined(unit.bankStack)
        return Array((unit.bankPath ?? "").utf8) + [0] + Array(stack.utf8) + [0]
      }
    }

    private func load(_ request: Request) throws(UnitLoadError) {
      switch request {
      case .bank(let path): try unit.load(path)
      case .stack(let text):
        let texts = UnitBankTexts.texts(text)
        if !texts.isEmpty { try unit.load(texts) }
      }
    }

    private func log(_ reports: [UnitReport]) {
      for report in reports {
        if case .notLoaded(let error) = report { Self.log("\(error)") }
      }
    }

    private func logLosses() {
      let count = unit.lostMessageCount - loggedLossCount
      loggedLossCount += count
      if count > 0 { Self.log("Dropped \(count) messages that were too long or too many.") }
    }

    // MARK: State

    /// Whether the host stores a parameter as a port's value, and the state does not contain it.
    private static func isPort(_ setting: UnitState.Setting) -> Bool {
      // Straight tones, with stretched octaves, are prepared when the state is restored, before the
      // ports are connected. Those of bank and program select a preset only if they differ from the
      // state.
      let kept: [UnitMode] = [
        .straightTone, .octaveStretch, .stretchAmount, .presetBank, .presetProgram,
      ]
      return setting.address >= 1000 && !kept.contains { $0.rawValue == setting.address }
    }

    func save(
      _ store: LV2_State_Store_Function, _ handle: LV2_State_Handle?, _ features: LV2Features
    ) -> LV2_State_Status {
      lock.withLock { _ in
        var state = unit.state
        let (path, stack) = (state.bankPath, state.bankStack)
        // The host stores ports itself, and paths relative to the session.
        (state.bankPath, state.bankStack) = (nil, [])
        state.offsets = []
        state.parameters.removeAll { Self.isPort($0) }
        let flags = UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue)
        let bytes = state.bytes
        let status = store(handle, names.state, bytes, bytes.count, names.chunk, flags)
        guard status == LV2_STATE_SUCCESS, let path else { return status }
        let text = Self.path(path, isAbstract: true, features)
        let bank = text.withCString {
          store(handle, names.bank, $0, text.utf8.count + 1, names.path, flags)
        }
        guard bank == LV2_STATE_SUCCESS, !stack.isEmpty else { return bank }
        let mapped = UnitBankTexts.mapped(stack, isFile: { unit.access.resolve($0) != nil }) {
          Self.path($0, isAbstract: true, features)
        }
        let lines = UnitBankTexts.joined(mapped)
        return lines.withCString {
          store(handle, names.stack, $0, lines.utf8.count + 1, names.string, flags)
        }
      }
    }

    /// Returns a path as the host's session has it, or the absolute path of one that it has; the
    /// same path if the host does not map paths.
    private static func path(_ path: String, isAbstract: Bool, _ features: LV2Features) -> String {
      let paths = features.data(LV2Address.mapPath, as: LV2_State_Map_Path.self)
      let mapped = paths.flatMap {
        isAbstract
          ? $0.pointee.abstract_path($0.pointee.handle, path)
          : $0.pointee.absolute_path($0.pointee.handle, path)
      }
      defer { freePath(mapped, features) }
      return mapped.map { String(cString: $0) } ?? path
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
          guard var stored = try? UnitState(bytes: copy) else { return LV2_STATE_ERR_BAD_TYPE }
          stored.parameters.removeAll { Self.isPort($0) }
          stored.parameters += state.parameters.filter { Self.isPort($0) }
          state = stored
        }
        state.offsets = unit.state.offsets
        if let path = retrieve(handle, names.bank, &size, &type, &flags), type == names.path {
          let text = String(cString: path.assumingMemoryBound(to: CChar.self))
          state.bankPath = Self.path(text, isAbstract: false, features)
          state.bankStack = []
        }
        if let text = retrieve(handle, names.stack, &size, &type, &flags), type == names.string {
          let texts = UnitBankTexts.texts(
            String(cString: text.assumingMemoryBound(to: CChar.self)))
          func absolute(_ path: String) -> String {
            Self.path(path, isAbstract: false, features)
          }
          state.bankStack = UnitBankTexts.mapped(
            texts, isFile: { unit.access.resolve(absolute($0)) != nil }, absolute)
        }
        var preset: (bank: Int, program: Int)?
        if let text = retrieve(handle, names.preset, &size, &type, &flags), type == names.string {
          let text = String(cString: text.assumingMemoryBound(to: CChar.self))
          preset = LV2PresetBundle.preset(text)
          guard preset != nil else {
            Self.log("\"\(text)\" is not a preset. Use BANK:PROGRAM, such as 0:42.")
            return LV2_STATE_ERR_BAD_TYPE
          }
        }
        return restore(state, preset)
      }
    }

    private func restore(
      _ state: UnitState, _ preset: (bank: Int, program: Int)?
    ) -> LV2_State_Status {
      var state = state
      if let preset { state.selectPreset(bank: preset.bank, program: preset.program) }
      do throws(UnitLoadError) {
        try unit.restore(state)
      } catch {
        Self.log("\(error)")
        return LV2_STATE_ERR_UNKNOWN
      }
      guard let preset else { return LV2_STATE_SUCCESS }
      let isInBank = unit.factoryPresets.contains {
        $0.bank == preset.bank && $0.program == preset.program
      }
      if isInBank { return LV2_STATE_SUCCESS }
      Self.log("\(unit.bankPath ?? "The unit") has no preset \(preset.bank):\(preset.program).")
      return LV2_STATE_ERR_UNKNOWN
    }

    private static func freePath(_ path: UnsafeMutablePointer<CChar>?, _ features: LV2Features) {
      guard let path else { return }
      if let feature = features.data(LV2Address.freePath, as: LV2_State_Free_Path.self) {
        feature.pointee.free_path(feature.pointee.handle, path)
      } else {
        free(path)
      }
    }

    private static func log(_ message: String) {
      var line = Array("Peach: \(message)\n".utf8)
      _ = write(STDERR_FILENO, &line, line.count)
    }
  }
#endif
