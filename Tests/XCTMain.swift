import Testing

/// The entry point of the tests. SwiftPM would generate one that also runs the tests of XCTest, of
/// which there are none; it would find them by an index of all test code, which takes a sixth of
/// the time to compile it.
@main
struct TestRunner {
  static func main() async {
    // What SwiftPM's own entry point calls.
    await Testing.__swiftPMEntryPoint() as Never
  }
}
