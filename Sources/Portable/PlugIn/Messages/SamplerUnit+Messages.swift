import PeachSequencing
import Synchronization

/// MIDI bytes with a time. Control thread only.
extension SamplerUnit: UnitMessageSender {
  /// The maximum size of a System Exclusive message in bytes, without F0 and F7. Longer ones are
  /// dropped as a whole, and counted by ``lostMessageCount``.
  public static let systemExclusiveCapacity = 65_536
  /// The maximum number of sent messages that the audio thread has not handled.
  static let sentMessageLimit = 4096

  /// The clock: the number of frames rendered since the render resources were allocated, at the end
  /// of the last block.
  public var sampleTime: Int64 { shared.pointee.counters.clock.load(ordering: .acquiring) }

  /// Sends complete MIDI messages, which are handled on their frame, as those of the host.
  ///
  /// - Parameters:
  ///   - bytes: MIDI 1.0 messages; a System Exclusive message with F0 and F7.
  ///   - when: A time of ``sampleTime``, or ``SampleTime/immediate`` plus the offset into the next
  ///     block. Past times are handled at the start of the next block.
  ///   - cable: The virtual cable, which is ignored: the unit has one port.
  /// - Throws: ``UnitCommandError`` without render resources, if the bytes exceed a System
  ///   Exclusive message of ``systemExclusiveCapacity``, or if too many messages are waiting.
  public func sendMIDI(
    bytes: [UInt8], when: Int64 = .min, cable: UInt8 = 0
  ) throws(UnitCommandError) {
    freeHandledMIDI()
    if !hasRenderResources { throw .noRenderResources }
    if bytes.isEmpty { throw .invalidMessage }
    guard bytes.count - 2 <= Self.systemExclusiveCapacity else {
      shared.pointee.lostCount.wrappingAdd(1, ordering: .relaxed)
      throw .tooLong(byteCount: bytes.count)
    }
    guard sentMIDI.count < Self.sentMessageLimit else {
      shared.pointee.lostCount.wrappingAdd(1, ordering: .relaxed)
      throw .queueFull
    }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    for index in bytes.indices { (copy + index).initialize(to: bytes[index]) }
    do throws(UnitCommandError) {
      try send(.midi(TimedMIDI(time: when, bytes: copy, count: bytes.count)))
    } catch {
      shared.pointee.lostCount.wrappingAdd(1, ordering: .relaxed)
      copy.deallocate()
      throw error
    }
    sentMIDI.insert(copy)
  }

  /// Frees the bytes that the audio thread has handled.
  func freeHandledMIDI() {
    while let midi = shared.pointee.handledMIDI.pop() {
      sentMIDI.remove(midi.bytes)
      midi.bytes.deallocate()
    }
  }

  /// Frees the bytes of all messages. There must be no audio thread.
  func freeSentMIDI() {
    while shared.pointee.handledMIDI.pop() != nil {}
    for bytes in sentMIDI { bytes.deallocate() }
    sentMIDI = []
  }
}
