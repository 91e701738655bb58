import LongRun

/// Prints the clock and the hash of each reported block, as Tests/Tools/long_run.mjs does.
@main
enum LongRunProgram {
  static func main() {
    for block in LongRun.blocks() { print("\(block.clock) \(block.hash)") }
  }
}
