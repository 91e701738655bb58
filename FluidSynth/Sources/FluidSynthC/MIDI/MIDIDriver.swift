// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of midi.h for drivers.
import FluidSynthPOSIX
import PeachLive
import PeachMIDIEvents
import Synchronization

/// The object of a `fluid_midi_driver_t`.
final class MIDIDriver {
  private let input: AnyObject

  /// The state of the thread that receives bytes.
  private final class Receiver: @unchecked Sendable {
    // Safe: only the driver's thread uses it.
    private var parser = MIDIParser(systemExclusiveCapacity: 65_536)
    private let event = MIDIEventObject()
    private let handler: MIDIHandler
    private let data: UnsafeMutableRawPointer?

    init(_ handler: @escaping MIDIHandler, _ data: UnsafeMutableRawPointer?) {
      self.handler = handler
      self.data = data
    }

    func receive(_ bytes: UnsafeRawBufferPointer) {
      for byte in bytes {
        switch parser.step(byte) {
        case .message(let message): event.set(message)
        case .systemExclusive:
          let bytes = UnsafeMutableRawPointer(mutating: parser.systemExclusive.baseAddress)
          event.set(
            MIDIEventObject.systemExclusive, bytes, count: Int32(parser.systemExclusive.count),
            isOwned: false)
        case nil: continue
        }
        _ = handler(data, Handle.borrowed(event))
      }
    }
  }

  /// Opens an input. Returns `nil` if it cannot.
  init?(
    _ settings: Settings, _ handler: @escaping MIDIHandler, _ data: UnsafeMutableRawPointer?
  ) {
    let receiver = Receiver(handler, data)
    let driver = settings.string("midi.driver")
    do throws(MIDIInputError) {
      switch driver {
      case "alsa_seq":
        let name = settings.string("midi.portname")
        let input = try SequencerInput(
          name: name.isEmpty ? "FLUID Synth (\(getpid()))" : name,
          receiver: { bytes, _ in receiver.receive(bytes) })
        if settings.isOn("midi.autoconnect") {
          for source in input.sources() { try? input.connect(source) }
        }
        self.input = input
      case "alsa_raw", "oss":
        let name = settings.string("midi.alsa.device")
        let path = name.hasPrefix("/") ? name : "/dev/midi"
        input = try RawMIDIInput(path: path, receiver: { bytes, _ in receiver.receive(bytes) })
      default:
        Log.error("There is no MIDI driver \"\(driver)\". Use alsa_seq or alsa_raw.")
        return nil
      }
    } catch {
      Log.error("The MIDI driver \"\(driver)\" cannot be opened: \(error)")
      return nil
    }
  }
}

extension MIDIEventObject {
  /// Sets a channel or system message.
  func set(_ message: MIDIMessage) {
    type = message.status < 0xF0 ? Int32(message.status & 0xF0) : Int32(message.status)
    channel = Int32(message.channel ?? 0)
    parameter1 = Int32(message.data1)
    parameter2 = Int32(message.data2)
    if type == 0xE0 { parameter1 |= Int32(message.data2) << 7 }
  }
}

/// Creates a driver that sends events to a handler.
@c public func new_fluid_midi_driver(
  _ settings: OpaquePointer?, _ handler: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  use(settings, Settings.self, or: nil) { settings in
    guard let handler else { return nil }
    let driver = MIDIDriver(settings, unsafeBitCast(handler, to: MIDIHandler.self), data)
    return driver.map { Handle.new($0) }
  }
}

/// Deletes a driver. The handler is not called after this has returned.
@c public func delete_fluid_midi_driver(_ driver: OpaquePointer?) {
  if let driver { Handle.delete(driver, as: MIDIDriver.self) }
}
