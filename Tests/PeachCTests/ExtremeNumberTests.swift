import CExtremeNumbers
import Foundation
import PeachC
import TestEnvironment
import Testing

@Suite("Extreme numbers in the C library")
struct ExtremeNumberTests {
  @Test("Each number of each function may be infinite, NaN, huge, subnormal or negative")
  func everyFunction() throws {
    let folder = try TemporaryFolder()
    let failures = CLibraryFixture.bankBytes.withUnsafeBytes { bank in
      CLibraryFixture.songBytes.withUnsafeBytes { song in
        extreme_numbers_failures(
          bank.baseAddress, bank.count, song.baseAddress, song.count, folder.path("audio.wav"))
      }
    }
    #expect(failures == 0)
    #expect(extreme_numbers_function_count() > 20)
  }

  @Test("The calls are those of the header", .enabled(if: OtherProgram.pythonHas("re")))
  func generated() throws {
    let header = TestFiles.repository.appending(path: "Sources/Programs/CPeach/peach.h").path
    let calls = TestFiles.repository.appending(path: "Tests/CExtremeNumbers/extreme-numbers.c")
    let text = try OtherProgram.tool("extreme_numbers.py", ["peach", header])
    #expect(
      text == (try Data(contentsOf: calls)),
      "Generate it: Tests/Tools/extreme_numbers.py peach Sources/Programs/CPeach/peach.h")
  }
}
