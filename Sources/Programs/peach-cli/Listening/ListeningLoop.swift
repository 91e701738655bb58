import PeachServices
import PeachTrainerUI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The event loop of a listening test: passes keys and the progress of the player to the session,
/// and performs its effects.
final class ListeningLoop {
  private var session: ListeningSession
  private let material: ListeningMaterial
  private let player: AudioClipPlayer
  private let log: ListeningLog
  private var display: ListeningDisplay
  private let wake: WakePipe
  private var decoder = KeyDecoder()
  /// The last cues that were reported to the session.
  private var (begun, ended) = (0, 0)
  /// The time of the first sound of the trial.
  private var start: ContinuousClock.Instant?
  private var failure: (any Error)?

  /// The interval at which the player's progress is examined while a sound plays.
  private static let playingMilliseconds: Int32 = 5
  /// The time after which an escape byte is the Esc key, and a failed device is noticed.
  private static let idleMilliseconds: Int32 = 250

  init(
    _ plan: ListeningPlan, material: ListeningMaterial, player: AudioClipPlayer,
    log: ListeningLog, display: ListeningDisplay, wake: WakePipe
  ) {
    session = ListeningSession(plan)
    self.material = material
    self.player = player
    self.log = log
    self.display = display
    self.wake = wake
  }

  /// Runs on the calling thread until the test is over. Returns the error that ended it, if any.
  func run() -> (any Error)? {
    display.introduce()
    reduce(.start)
    while session.state != .finished {
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(
        &descriptors, 2, isSounding ? Self.playingMilliseconds : Self.idleMilliseconds)
      if count < 0 && errno != EINTR { reduce(.stop) }
      if count == 0 { for key in decoder.flush() { handle(key) } }
      if descriptors[1].revents != 0 {
        wake.drain()
        display.clear()
      }
      reportProgress()
      if descriptors[0].revents != 0 { handleKeys() }
      display.draw(isSounding: isSounding)
    }
    player.device.stop(.drain)
    return failure
  }

  private var isSounding: Bool {
    if case .trial(let progress) = session.state { return progress.sounding != nil }
    return false
  }

  /// Passes the player's progress to the session. A short sound may have begun and ended.
  private func reportProgress() {
    let (newBegun, newEnded) = (player.begunCue, player.endedCue)
    if newBegun != begun {
      begun = newBegun
      reduce(.began(cue: newBegun))
    }
    if newEnded != ended {
      ended = newEnded
      reduce(.ended(cue: newEnded))
    }
    if case .lost(let error) = player.device.state {
      failure = error
      reduce(.stop)
    }
  }

  private func handleKeys() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    // End of input.
    guard count > 0 else { return reduce(.stop) }
    for byte in bytes[..<count] {
      // Ctrl-Z and Ctrl-L.
      switch byte {
      case 0x1A:
        player.stop()
        TerminalMode.suspend()
        display.clear()
      case 0x0C: display.clear()
      default: for key in decoder.keys([byte]) { handle(key) }
      }
    }
  }

  private func handle(_ key: TrainerKey) {
    switch key {
    case .interrupt, .escape: reduce(.stop)
    default:
      switch key.letter {
      case "a"?: reduce(.play(.a))
      case "b"?: reduce(.play(.b))
      case "x"?: reduce(.play(.x))
      case "1"?: answer(.a)
      case "2"?: answer(.b)
      case "0"?: answer(.neither)
      case "q"?: reduce(.stop)
      case let letter?: display.show(unknown: letter)
      case nil: break
      }
    }
  }

  private func answer(_ answer: ListeningAnswer) {
    let elapsed = start.map { (ContinuousClock.now - $0) / .seconds(1) } ?? 0
    reduce(.answer(answer, responseSeconds: elapsed))
  }

  private func reduce(_ event: ListeningEvent) {
    for effect in session.reduce(event) {
      switch effect {
      case .begin: start = nil
      case .play(let cue, let stimulus, let delay):
        guard let trial = session.trial, let clip = material.clip(for: stimulus, of: trial) else {
          continue
        }
        player.play(clip, cue: cue, delaySeconds: delay)
      case .began: start = start ?? ContinuousClock.now
      case .stopSound: player.stop()
      case .completed(let response): log.add(response)
      case .ask, .listenFirst, .finished: break
      }
      display.show(effect)
    }
  }
}
