import PeachTrainingScreens
import Testing

@Suite("Trainer")
struct TrainerTests {}
