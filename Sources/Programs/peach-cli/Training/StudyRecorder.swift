import PeachServices
import PeachTrainerUI
import Synchronization

/// Writes the runs of a study: version, device, sound and the hashes of protocol and bank.
final class StudyRecorder: Sendable {
  private let plan: StudyOptions.Plan
  private let run: String
  private let sound: TrainerSound
  private let bankPath: String?
  private let isSilent: Bool
  /// The tasks that write, which hash large files.
  private let writing = Mutex<[Task<String?, Never>]>([])

  init(
    _ plan: StudyOptions.Plan, run: String, sound: TrainerSound, _ library: SoundFontLibrary,
    _ isSilent: Bool
  ) {
    (self.plan, self.run, self.sound, self.isSilent) = (plan, run, sound, isSilent)
    bankPath = library.banks.first { $0.file.name == sound.bank }?.file.path
  }

  /// Records that a device was opened, at the start or after it had failed.
  func record(_ device: any AudioDevice, name: String?) {
    let opened = (device.sampleRate, device.periodFrames, device.latencyFrames)
    let time = TrainingTime.now().milliseconds
    let task = Task.detached(priority: .background) { [self] () -> String? in
      let origin = TrialOrigin(session: plan.run.session, run: run)
      var record = StudyRunRecord(origin, milliseconds: time)
      record.add("participant", plan.run.participant)
      record.add("study", plan.run.name)
      record.add("seed", Int(plan.run.seed))
      record.add("protocolSHA256", Self.hash(plan.path))
      record.add("trials", plan.run.trialCount)
      record.add("version", PeachVersion.current)
      record.add("device", isSilent ? "null" : name ?? "default")
      record.add("sampleRate", opened.0)
      record.add("periodFrames", opened.1)
      record.add("bufferFrames", opened.2)
      record.add("sound", sound.tag)
      record.add("preset", sound.name)
      record.add("bank", bankPath)
      record.add("bankSHA256", bankPath.flatMap { Self.hash($0) })
      do {
        try StudyLog(environment: Console.environment).append(record)
        return nil
      } catch { return "The run was not recorded: \(error)" }
    }
    writing.withLock { $0.append(task) }
  }

  /// Waits until all runs are written. Returns the first problem.
  func finish() async -> String? {
    for task in writing.withLock({ $0 }) {
      if let problem = await task.value { return problem }
    }
    return nil
  }

  private static func hash(_ path: String) -> String? {
    try? FileHash.sha256(ofFileAt: path, environment: Console.environment)
  }
}

extension Trainer {
  /// Shows the screen before a study, and says if an earlier session could be resumed.
  mutating func begin(_ plan: StudyOptions.Plan) {
    beginStudy(plan.run)
    guard let unfinished = plan.unfinished else { return }
    let text = texts[.studyUnfinished, "\(unfinished.answers)", "\(unfinished.trials)"]
    _ = reduce(
      .note(text), at: TrainerTimestamp(seconds: 0, day: TrainingTime.now().day))
  }
}
