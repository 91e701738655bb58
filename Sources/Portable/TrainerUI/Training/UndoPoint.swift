import PeachTrialRecords

/// The results before the last answer.
struct UndoPoint: Sendable {
  var history: TrainingHistory
  var summary: SessionSummary
}
