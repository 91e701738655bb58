import PeachTrainingStore
import Testing

@Suite("Trial store")
struct TrialStoreTests {}
