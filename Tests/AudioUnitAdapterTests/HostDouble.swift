import PeachInstrumentFiles
import PeachInstrumentModel
import PeachPlugIn
import SoundMeasurement

@testable import PeachAudioUnitAdapter

/// A host of the audio unit: passes each block's events through memory of its own, as Apple's hosts
/// pass `AURenderEvent`, and frees it after the block.
final class HostDouble {
  enum Event {
    case midi([UInt8])
    /// Packets of an event list, each with its words.
    case list([[UInt32]])
    case parameter(UInt64, Float)
    case ramp(UInt64, Float, frames: Int)
  }

  static let sampleRate = 44_100.0
  static let maximumFrames = 8192

  let hosted: HostedUnit
  /// Whether the host passes null pointers instead of buffers.
  var passesNull = false
  var left: [Float] = []
  private var time: Int64 = 1_000_000

  init(_ hosted: HostedUnit) {
    self.hosted = hosted
    hosted.allocateRenderResources(
      sampleRate: Self.sampleRate, maximumFrames: Self.maximumFrames)
  }

  /// A host of a unit that plays the first preset of a bank.
  convenience init(playing bank: SoundBank) {
    let hosted = HostedUnit(access: Self.access(to: ["/banks/a.sf2": bank]))
    do { try hosted.load("/banks/a.sf2") } catch { preconditionFailure("\(error)") }
    Self.simplify(hosted)
    self.init(hosted)
  }

  /// Switches off the correction of the pitch, and effects, which would sound on.
  static func simplify(_ hosted: HostedUnit) {
    for mode in [UnitMode.inTune, .reverbLevel, .chorusLevel] {
      do { try hosted.unit.set(0, ofParameterAt: mode.rawValue) } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// A looped tone of 441 Hz at key 69.
  static var tone: SoundBank {
    TestBank.tone { $0.modulators = DefaultModulators().modulators }
  }

  static func access(to banks: [String: SoundBank]) -> BankAccess {
    BankAccess(
      resolve: { banks[$0] == nil ? nil : $0 },
      open: { path throws(UnitLoadError) in
        guard let bank = banks[path] else { throw .missing(path: path) }
        return bank
      })
  }

  /// Renders `frames` frames in blocks, with events on their frames. Returns the left channel.
  @discardableResult
  func play(
    _ frames: Int, block: Int = 512, _ events: [(frame: Int, event: Event)] = []
  ) -> ArraySlice<Float> {
    let start = left.count
    var remaining = events[...]
    for first in stride(from: 0, to: frames, by: block) {
      let count = min(block, frames - first)
      let due = remaining.prefix { $0.frame < first + count }
      remaining = remaining.dropFirst(due.count)
      render(count, due.map { (time + Int64($0.frame - first), $0.event) })
      time += Int64(count)
    }
    return left[start...]
  }

  private func render(_ count: Int, _ events: [(time: Int64, event: Event)]) {
    let memory = events.map { EventMemory($0.event) }
    defer { for element in memory { element.deallocate() } }
    var buffers = [Float](repeating: .nan, count: 2 * count)
    let renderer = hosted.renderer
    buffers.withUnsafeMutableBufferPointer { buffers in
      let base = passesNull ? nil : buffers.baseAddress.map { UnsafeMutableRawPointer($0) }
      let status = renderer.pointee.begin(
        left: base, right: base.map { $0 + 4 * count }, frameCount: count, sampleTime: time)
      precondition(status == .ready, "\(status)")
      for (element, event) in zip(memory, events) { element.add(to: renderer, at: event.time) }
      renderer.pointee.finish()
      if passesNull {
        buffers.baseAddress?.update(from: renderer.pointee.left, count: count)
        let right = buffers.baseAddress.map { $0 + count }
        right?.update(from: renderer.pointee.right, count: count)
      }
    }
    left += buffers.prefix(count)
  }
}

/// The memory of an event, laid out as Apple's headers declare it.
struct EventMemory {
  private let event: HostDouble.Event
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ event: HostDouble.Event) {
    self.event = event
    var contents: [UInt8] = []
    switch event {
    case .midi(let message): contents = message
    case .list(let packets):
      for words in packets {
        contents += [UInt8](repeating: 0xEE, count: 8)
        for word in [UInt32(words.count)] + words {
          withUnsafeBytes(of: word) { contents += $0 }
        }
      }
    case .parameter, .ramp: break
    }
    bytes = .allocate(byteCount: max(contents.count, 1), alignment: 4)
    bytes.copyBytes(from: contents)
  }

  func deallocate() {
    // Reading it later would be audible.
    bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
    bytes.deallocate()
  }

  func add(to renderer: UnsafeMutablePointer<HostBlockRenderer>, at time: Int64) {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
    switch event {
    case .midi(let message):
      renderer.pointee.add(
        .bytes(base.assumingMemoryBound(to: UInt8.self), count: message.count), at: time)
    case .list(let packets):
      renderer.pointee.addEventList(base, count: packets.count, at: time)
    case .parameter(let address, let value):
      renderer.pointee.add(.parameter(address: address, value: value, rampFrames: 0), at: time)
    case .ramp(let address, let value, let frames):
      renderer.pointee.add(
        .parameter(address: address, value: value, rampFrames: frames), at: time)
    }
  }
}
