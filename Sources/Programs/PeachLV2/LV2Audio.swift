#if LV2
  import CLV2
  import PeachInstrumentModel
  import PeachLV2Bundle
  import PeachMIDIEvents
  import PeachPlugIn

  /// An instance of the plug-in on the audio thread: ports and their last values.
  struct LV2Audio: BitwiseCopyable {
    let instance: Unmanaged<LV2Instance>
    private let names: LV2Names
    private let worker: UnsafeMutablePointer<LV2_Worker_Schedule>?
    private var context: UnsafeMutableRawPointer
    private let ports: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let lastValues: UnsafeMutablePointer<Float>
    private let events: UnsafeMutablePointer<UnitEvent>
    private var eventCount = 0
    private var renderedFrames = 0
    /// Whether a response of the worker is pending.
    private var isWorking = false
    /// The speed of the host's transport; 0 if it is stopped.
    private var speed: Float = 0
    private var mustSendPaths = false
    /// The path of the bank and the text of its stack, each with a terminating zero.
    private let paths: UnsafeMutablePointer<UInt8>
    private var pathCount = 0
    private var stackCount = 0

    private let parameters: LV2Parameters
    private let portCount: Int
    private let constants = LV2Constants()

    private static var eventCapacity: Int { 1024 }
    private static var pathCapacity: Int { 8192 }

    init(_ instance: LV2Instance, worker: UnsafeMutablePointer<LV2_Worker_Schedule>?) {
      names = instance.names
      context = instance.unit.renderContext
      self.instance = .passRetained(instance)
      self.worker = worker
      parameters = LV2Parameters(LV2Description.parameters)
      portCount = LV2Description.portCount
      ports = .allocate(capacity: portCount)
      ports.initialize(repeating: nil, count: portCount)
      lastValues = .allocate(capacity: parameters.count)
      for (index, parameter) in LV2Description.parameters.enumerated() {
        (lastValues + index).initialize(to: LV2Description.defaultValue(of: parameter))
      }
      events = .allocate(capacity: Self.eventCapacity)
      paths = .allocate(capacity: Self.pathCapacity)
      paths.initialize(repeating: 0, count: Self.pathCapacity)
    }

    func deallocate() {
      instance.release()
      ports.deallocate()
      lastValues.deallocate()
      events.deallocate()
      paths.deallocate()
      parameters.deallocate()
    }

    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    func connect(_ port: Int, _ data: UnsafeMutableRawPointer?) {
      if port < portCount { ports[port] = data }
    }

    mutating func activate() {
      context = instance.takeUnretainedValue().unit.renderContext
      isWorking = false
    }

    /// Receives the worker's response: the path of the loaded bank and the text of its stack. On
    /// the audio thread.
    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    mutating func receiveResponse(_ data: UnsafeRawPointer?, _ count: Int) {
      isWorking = false
      guard let data, count <= Self.pathCapacity else { return }
      UnsafeMutableRawPointer(paths).copyMemory(from: data, byteCount: count)
      pathCount = 0
      while pathCount < count, paths[pathCount] != 0 { pathCount += 1 }
      pathCount = min(pathCount + 1, count)
      stackCount = count - pathCount
      mustSendPaths = true
    }

    // MARK: A block

    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    mutating func run(_ count: Int) {
      renderedFrames = 0
      eventCount = 0
      queueParameters()
      if let port = ports[constants.control] {
        queueMessages(port.assumingMemoryBound(to: LV2_Atom_Sequence.self), count)
      }
      render(to: count)
      if let port = ports[constants.notify] {
        writeNotification(port.assumingMemoryBound(to: LV2_Atom_Sequence.self))
      }
      if UnitAudio.needsService(context) { scheduleService() }
    }

    /// Renders up to a frame with the queued events.
    private mutating func render(to end: Int) {
      guard let left = float(constants.left), let right = float(constants.right)
      else {
        eventCount = 0
        return
      }
      for index in 0..<eventCount { events[index].frame -= renderedFrames }
      UnitAudio.render(
        context, events: UnsafeBufferPointer(start: events, count: eventCount),
        left: left + renderedFrames, right: right + renderedFrames, count: end - renderedFrames)
      renderedFrames = end
      eventCount = 0
      if let voices = float(constants.voices) {
        voices.pointee = UnitAudio.activeVoiceCount(context)
      }
      if let followed = float(constants.tuningSource) {
        followed.pointee = UnitAudio.followsTuning(context) ? 1 : 0
      }
    }

    private func float(_ port: Int) -> UnsafeMutablePointer<Float>? {
      ports[port]?.assumingMemoryBound(to: Float.self)
    }

    private mutating func append(_ event: UnitEvent) {
      if eventCount == Self.eventCapacity {
        render(to: max(renderedFrames, events[eventCount - 1].frame))
      }
      (events + eventCount).initialize(to: event)
      eventCount += 1
    }

    /// Queues events for the parameter ports whose values have changed.
    private mutating func queueParameters() {
      for index in 0..<parameters.count {
        guard let value = float(constants.firstParameter + index)?.pointee,
          value != lastValues[index], value == value
        else { continue }
        lastValues[index] = value
        append(UnitEvent(frame: 0, parameters.content(index, value)))
      }
    }

    // MARK: Messages

    private mutating func queueMessages(
      _ sequence: UnsafeMutablePointer<LV2_Atom_Sequence>, _ count: Int
    ) {
      let start = UnsafeRawPointer(sequence)
      let end = MemoryLayout<LV2_Atom>.size + Int(sequence.pointee.atom.size)
      var offset = MemoryLayout<LV2_Atom_Sequence>.size
      while offset + MemoryLayout<LV2_Atom_Event>.size <= end {
        let event = start + offset
        let frame = event.load(as: Int64.self)
        let atom = (event + 8).load(as: LV2_Atom.self)
        let body = event + MemoryLayout<LV2_Atom_Event>.size
        if Int(atom.size) > end - offset - MemoryLayout<LV2_Atom_Event>.size { return }
        let at = min(max(Int(frame), renderedFrames), count)
        if atom.type == names.midiEvent {
          let bytes = body.assumingMemoryBound(to: UInt8.self)
          append(UnitEvent(frame: at, .bytes(bytes, count: Int(atom.size))))
        } else if atom.type == names.object {
          handleObject(LV2Object(body: body, byteCount: Int(atom.size)), at)
        }
        offset += MemoryLayout<LV2_Atom_Event>.size + (Int(atom.size) + 7) & ~7
      }
    }

    /// Handles `patch:Get`, `patch:Set` of the bank's path or of a stack, and transport positions.
    private mutating func handleObject(_ object: LV2Object, _ frame: Int) {
      if object.kind == names.patchGet { scheduleService() }
      if object.kind == names.patchSet {
        guard let property = object.value(of: names.patchProperty, type: names.identifier),
          property.byteCount >= 4
        else { return }
        let key = property.start.load(as: LV2_URID.self)
        guard key == names.bank || key == names.stack,
          let text = object.value(
            of: names.patchValue, type: key == names.bank ? names.path : names.string)
        else { return }
        // With the atom's header, whose type says which it is.
        let header = MemoryLayout<LV2_Atom>.size
        if text.byteCount > 0 { scheduleWork(text.start - header, text.byteCount + header) }
      }
      if object.kind == names.position {
        guard let value = object.value(of: names.speed, type: names.float), value.byteCount >= 4
        else { return }
        let previousSpeed = speed
        speed = value.start.load(as: Float.self)
        if previousSpeed != 0 && speed == 0 { releaseNotes(at: frame) }
      }
    }

    /// Releases pedals, then keys, when the transport stops. Jumps release nothing, because users
    /// hold keys across the end of a loop.
    private mutating func releaseNotes(at frame: Int) {
      for channel in 0..<constants.channelCount {
        control(64, channel, frame)
        control(66, channel, frame)
        control(123, channel, frame)
      }
    }

    private mutating func control(_ controller: UInt8, _ channel: UInt8, _ frame: Int) {
      append(
        UnitEvent(
          frame: frame, .message(.controlChange(channel: channel, controller: controller, value: 0))
        )
      )
    }

    /// Requests work without banks: of one byte, because hosts may not support requests of 0 bytes.
    private mutating func scheduleService() {
      if isWorking { return }
      var empty: UInt8 = 0
      scheduleWork(&empty, 1)
    }

    private mutating func scheduleWork(_ request: UnsafeRawPointer, _ size: Int) {
      guard let worker else { return }
      isWorking = true
      // The host's function is real-time safe (LV2 Worker, `schedule_work`).
      let status = _unsafePerformance {
        worker.pointee.schedule_work(worker.pointee.handle, UInt32(size), request)
      }
      if status != LV2_WORKER_SUCCESS { isWorking = false }
    }

    /// Writes the bank's path and the stack to the notify port if they must be sent.
    private mutating func writeNotification(_ port: UnsafeMutablePointer<LV2_Atom_Sequence>) {
      let capacity = Int(port.pointee.atom.size)
      port.pointee.atom.type = names.sequence
      port.pointee.atom.size = 8
      port.pointee.body.unit = 0
      port.pointee.body.pad = 0
      guard mustSendPaths else { return }
      mustSendPaths = false
      let stack = paths + pathCount
      write(names.bank, names.path, paths, pathCount, to: port, capacity)
      if stackCount > 0 { write(names.stack, names.string, stack, stackCount, to: port, capacity) }
    }

    /// Appends a `patch:Set` of a property with a text to a sequence, if it has room.
    private func write(
      _ property: LV2_URID, _ type: LV2_URID, _ text: UnsafePointer<UInt8>, _ count: Int,
      to port: UnsafeMutablePointer<LV2_Atom_Sequence>, _ capacity: Int
    ) {
      let padded = (count + 7) & ~7
      // The event, the object, a property with a URID and one with a text.
      let size = 16 + 8 + 24 + 16 + padded
      let end = MemoryLayout<LV2_Atom>.size + Int(port.pointee.atom.size)
      guard capacity >= end + size else { return }
      let event = UnsafeMutableRawPointer(port) + end
      for index in 0..<size { event.storeBytes(of: 0, toByteOffset: index, as: UInt8.self) }
      func put(_ value: UInt32, _ offset: Int) {
        event.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
      }
      put(UInt32(size - 16), 8)
      put(names.object, 12)
      put(names.patchSet, 20)
      put(names.patchProperty, 24)
      put(4, 32)
      put(names.identifier, 36)
      put(property, 40)
      put(names.patchValue, 48)
      put(UInt32(count), 56)
      put(type, 60)
      (event + 64).copyMemory(from: text, byteCount: count)
      port.pointee.atom.size += UInt32(size)
    }
  }

  /// An `atom:Object` in a message. Properties beyond its size are ignored.
  struct LV2Object {
    typealias Value = (start: UnsafeRawPointer, byteCount: Int)

    /// ID, type and properties.
    let body: UnsafeRawPointer
    let byteCount: Int

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

  /// Maps parameter ports to events, without reference counting. Allocated with the instance, as
  /// nothing may be initialized on the audio thread.
  struct LV2Parameters: BitwiseCopyable {
    private struct Entry: BitwiseCopyable {
      var generator: Generator?
      var address: UInt64
    }

    let count: Int
    private let entries: UnsafeMutablePointer<Entry>

    init(_ parameters: [UnitParameter]) {
      count = parameters.count
      entries = .allocate(capacity: count)
      for (index, parameter) in parameters.enumerated() {
        var generator: Generator?
        if case .generator(let target) = parameter.kind { generator = target }
        (entries + index).initialize(to: Entry(generator: generator, address: parameter.address))
      }
    }

    func deallocate() { entries.deallocate() }

    func content(_ index: Int, _ value: Float) -> UnitEvent.Content {
      if let generator = entries[index].generator {
        return .offset(generator, value: value, rampFrames: 0)
      }
      return .parameter(address: entries[index].address, value: value, rampFrames: 0)
    }
  }
#endif
