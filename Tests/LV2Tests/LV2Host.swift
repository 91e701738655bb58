#if LV2
  import CLV2
  import Foundation
  import PeachServices
  import PeachLV2
  import PeachLV2Bundle
  import RealtimeContext

  /// A minimal LV2 host: maps URIs, performs work immediately and stores state in memory.
  final class LV2Host {
    private(set) var left: [Float] = []
    private(set) var right: [Float] = []
    /// The paths that the plug-in sent to its notify port.
    private(set) var notices: [String] = []
    /// The texts of stacks that it sent there.
    private(set) var stackNotices: [String] = []
    var values: [Float]
    private let descriptor: UnsafePointer<LV2_Descriptor>
    private let handle: LV2_Handle
    private var addresses: [String] = []
    private var stored: [UInt32: (bytes: [UInt8], type: UInt32)] = [:]
    private var hasWorker: Bool
    private let features: UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>
    private let input = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 8)
    private let output = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 8)
    private let voices = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    private let tuningSource = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    private let ports: UnsafeMutablePointer<Float>
    private let box: Box

    /// The context of C callbacks.
    final class Box {
      weak var host: LV2Host?
    }

    init?(sampleRate: Double, hasWorker: Bool = true, inTune: Bool = false) {
      guard let descriptor = lv2Descriptor(0) else { return nil }
      self.descriptor = descriptor
      self.hasWorker = hasWorker
      box = Box()
      values = LV2Description.parameters.map { LV2Description.defaultValue(of: $0) }
      if !inTune, let port = Self.port("inTune") { values[port] = 0 }
      ports = .allocate(capacity: LV2Description.parameters.count)
      features = .allocate(capacity: 5)
      let context = Unmanaged.passUnretained(box).toOpaque()
      let map = UnsafeMutablePointer<LV2_URID_Map>.allocate(capacity: 1)
      let table = AddressTable()
      map.initialize(
        to: LV2_URID_Map(
          handle: Unmanaged.passRetained(table).toOpaque(),
          map: { handle, address in
            guard let handle, let address else { return 0 }
            return Unmanaged<AddressTable>.fromOpaque(handle).takeUnretainedValue()
              .number(String(cString: address))
          }))
      self.table = table
      let worker = UnsafeMutablePointer<LV2_Worker_Schedule>.allocate(capacity: 1)
      worker.initialize(
        to: LV2_Worker_Schedule(
          handle: context,
          schedule_work: { handle, count, data in
            // A host's function is real-time safe; this one allocates.
            RealtimeContext.exit()
            defer { RealtimeContext.enter() }
            guard let handle,
              let host = Unmanaged<Box>.fromOpaque(handle).takeUnretainedValue().host
            else { return LV2_WORKER_ERR_UNKNOWN }
            if count == 0 { host.emptyRequestCount += 1 }
            host.waiting.append([UInt8](UnsafeRawBufferPointer(start: data, count: Int(count))))
            return LV2_WORKER_SUCCESS
          }))
      var list: [UnsafePointer<LV2_Feature>?] = [Self.feature(LV2Address.map, map)]
      if hasWorker { list.append(Self.feature(LV2Address.schedule, worker)) }
      list.append(nil)
      features.initialize(from: list, count: list.count)
      let made = list.withUnsafeBufferPointer {
        descriptor.pointee.instantiate(descriptor, sampleRate, "/", $0.baseAddress)
      }
      guard let made else { return nil }
      handle = made
      box.host = self
      connect(LV2Description.Port.control, input)
      connect(LV2Description.Port.notify, output)
      connect(LV2Description.Port.voices, UnsafeMutableRawPointer(voices))
      connect(LV2Description.Port.tuningSource, UnsafeMutableRawPointer(tuningSource))
      for index in values.indices {
        connect(LV2Description.Port.firstParameter + index, UnsafeMutableRawPointer(ports + index))
      }
      descriptor.pointee.activate(handle)
    }

    deinit {
      descriptor.pointee.deactivate(handle)
      descriptor.pointee.cleanup(handle)
    }

    private let table: AddressTable
    fileprivate var waiting: [[UInt8]] = []
    /// The number of worker requests of 0 bytes.
    fileprivate(set) var emptyRequestCount = 0

    var voiceCount: Float { voices.pointee }
    var followsTuning: Bool { tuningSource.pointee != 0 }

    /// Maps URIs to integers from 1.
    final class AddressTable {
      private var known: [String] = []

      func number(_ address: String) -> UInt32 {
        if let index = known.firstIndex(of: address) { return UInt32(index + 1) }
        known.append(address)
        return UInt32(known.count)
      }
    }

    /// Returns the index of a parameter's port in ``values``.
    static func port(_ symbol: String) -> Int? {
      LV2Description.parameters.firstIndex { $0.identifier == symbol }
    }

    private static func feature(
      _ name: String, _ data: UnsafeMutableRawPointer
    ) -> UnsafePointer<LV2_Feature> {
      let feature = UnsafeMutablePointer<LV2_Feature>.allocate(capacity: 1)
      feature.initialize(to: LV2_Feature(URI: UnsafePointer(strdup(name)), data: data))
      return UnsafePointer(feature)
    }

    private func connect(_ port: Int, _ data: UnsafeMutableRawPointer) {
      descriptor.pointee.connect_port(handle, UInt32(port), data)
    }

    // MARK: Blocks

    /// Runs a block with MIDI events, then performs scheduled work.
    func run(_ count: Int, midi: [(frame: Int, bytes: [UInt8])] = [], object: [UInt8]? = nil) {
      var events: [(Int, UInt32, [UInt8])] = midi.map {
        ($0.frame, number("http://lv2plug.in/ns/ext/midi#MidiEvent"), $0.bytes)
      }
      if let object {
        events.insert((0, number("http://lv2plug.in/ns/ext/atom#Object"), object), at: 0)
      }
      var offset = 16
      for (frame, type, bytes) in events {
        input.storeBytes(of: Int64(frame), toByteOffset: offset, as: Int64.self)
        input.storeBytes(of: UInt32(bytes.count), toByteOffset: offset + 8, as: UInt32.self)
        input.storeBytes(of: type, toByteOffset: offset + 12, as: UInt32.self)
        (input + offset + 16).copyMemory(from: bytes, byteCount: bytes.count)
        offset += 16 + (bytes.count + 7) & ~7
      }
      input.storeBytes(of: UInt32(offset - 8), as: UInt32.self)
      input.storeBytes(
        of: number("http://lv2plug.in/ns/ext/atom#Sequence"), toByteOffset: 4, as: UInt32.self)
      input.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
      output.storeBytes(of: 8192, as: UInt32.self)
      for index in values.indices { ports[index] = values[index] }
      var audio = [Float](repeating: .nan, count: 2 * count + 2)
      audio.withUnsafeMutableBufferPointer { audio in
        guard let start = audio.baseAddress else { return }
        connect(LV2Description.Port.left, UnsafeMutableRawPointer(start))
        connect(LV2Description.Port.right, UnsafeMutableRawPointer(start + count + 1))
        RealtimeContext.enter()
        descriptor.pointee.run(handle, UInt32(count))
        RealtimeContext.exit()
      }
      left += audio[..<count]
      right += audio[(count + 1)..<(2 * count + 1)]
      readNotices()
      work()
    }

    private func work() {
      guard let data = descriptor.pointee.extension_data(LV2Address.worker) else { return }
      let worker = data.assumingMemoryBound(to: LV2_Worker_Interface.self)
      while !waiting.isEmpty {
        let bytes = waiting.removeFirst()
        let context = Unmanaged.passUnretained(box).toOpaque()
        _ = worker.pointee.work(
          handle,
          { context, count, data in
            guard let context,
              let host = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().host
            else { return LV2_WORKER_ERR_UNKNOWN }
            host.responses.append(
              [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count))))
            return LV2_WORKER_SUCCESS
          }, context, UInt32(bytes.count), bytes.isEmpty ? nil : bytes)
      }
      for response in responses {
        _ = worker.pointee.work_response(handle, UInt32(response.count), response)
      }
      responses = []
    }

    fileprivate var responses: [[UInt8]] = []

    /// Reads objects with two properties: a URID and a path or a string.
    private func readNotices() {
      let end = 8 + Int(output.load(as: UInt32.self))
      var offset = 16
      while offset < end {
        let textSize = Int(output.load(fromByteOffset: offset + 56, as: UInt32.self))
        let bytes = UnsafeRawBufferPointer(start: output + offset + 64, count: textSize)
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        let property = output.load(fromByteOffset: offset + 40, as: UInt32.self)
        if property == number(LV2Description.stackProperty) {
          stackNotices.append(text)
        } else {
          notices.append(text)
        }
        offset += 16 + Int(output.load(fromByteOffset: offset + 8, as: UInt32.self))
      }
    }

    func number(_ address: String) -> UInt32 { table.number(address) }

    /// Returns a `time:Position` with a transport speed.
    func message(speed: Float) -> [UInt8] {
      let time = "http://lv2plug.in/ns/ext/time#"
      return Self.little(0) + Self.little(number(time + "Position"))
        + Self.little(number(time + "frame")) + Self.little(0) + Self.little(8)
        + Self.little(number("http://lv2plug.in/ns/ext/atom#Long"))
        + Self.little(4711) + Self.little(0)
        + Self.little(number(time + "speed")) + Self.little(0) + Self.little(4)
        + Self.little(number("http://lv2plug.in/ns/ext/atom#Float"))
        + Self.little(speed.bitPattern) + Self.little(0)
    }

    private static func little(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Returns a `patch:Set` of the bank's path, or a `patch:Get`.
    func message(settingBankTo path: String?) -> [UInt8] {
      message(setting: LV2Description.bankProperty, to: path, type: "Path")
    }

    /// Returns a `patch:Set` of a stack.
    func message(settingStackTo text: String) -> [UInt8] {
      message(setting: LV2Description.stackProperty, to: text, type: "String")
    }

    private func message(setting property: String, to path: String?, type: String) -> [UInt8] {
      func little(_ number: UInt32) -> [UInt8] { Self.little(number) }
      let patch = "http://lv2plug.in/ns/ext/patch#"
      guard let path else { return little(0) + little(number(patch + "Get")) }
      let text = Array(path.utf8) + [0]
      let bank = little(number(property)) + little(0)
      return little(0) + little(number(patch + "Set"))
        + little(number(patch + "property")) + little(0) + little(4)
        + little(number("http://lv2plug.in/ns/ext/atom#URID")) + bank
        + little(number(patch + "value")) + little(0) + little(UInt32(text.count))
        + little(number("http://lv2plug.in/ns/ext/atom#\(type)")) + text
        + [UInt8](repeating: 0, count: (8 - text.count % 8) % 8)
    }

    // MARK: State

    /// Returns the properties that the plug-in stores, by URID.
    func save() -> [UInt32: (bytes: [UInt8], type: UInt32)] {
      stored = [:]
      guard let data = descriptor.pointee.extension_data(LV2Address.state) else { return [:] }
      let state = data.assumingMemoryBound(to: LV2_State_Interface.self)
      let status = state.pointee.save(
        handle,
        { context, key, value, size, type, _ in
          guard let context,
            let host = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().host
          else { return LV2_STATE_ERR_UNKNOWN }
          host.stored[key] = ([UInt8](UnsafeRawBufferPointer(start: value, count: size)), type)
          return LV2_STATE_SUCCESS
        }, Unmanaged.passUnretained(box).toOpaque(), 0, nil)
      return status == LV2_STATE_SUCCESS ? stored : [:]
    }

    /// Restores stored properties; returns whether the plug-in succeeded.
    func restore(_ properties: [UInt32: (bytes: [UInt8], type: UInt32)]) -> Bool {
      guard let data = descriptor.pointee.extension_data(LV2Address.state) else { return false }
      let state = data.assumingMemoryBound(to: LV2_State_Interface.self)
      let memory = Properties(properties)
      let status = state.pointee.restore(
        handle,
        { context, key, size, type, _ in
          guard let context else { return nil }
          let memory = Unmanaged<Properties>.fromOpaque(context).takeUnretainedValue()
          guard let known = memory.known[key] else { return nil }
          size?.pointee = known.count
          type?.pointee = memory.types[key] ?? 0
          return UnsafeRawPointer(known.baseAddress)
        }, Unmanaged.passUnretained(memory).toOpaque(), 0, nil)
      return status == LV2_STATE_SUCCESS
    }

    private final class Properties {
      var known: [UInt32: UnsafeMutableBufferPointer<UInt8>] = [:]
      var types: [UInt32: UInt32] = [:]

      init(_ properties: [UInt32: (bytes: [UInt8], type: UInt32)]) {
        for (key, value) in properties {
          let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: value.bytes.count)
          _ = memory.initialize(from: value.bytes)
          known[key] = memory
          types[key] = value.type
        }
      }

      deinit { for memory in known.values { memory.deallocate() } }
    }
  }
#endif
