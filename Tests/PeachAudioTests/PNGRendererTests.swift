import PeachServices
import TestEnvironment
import Testing

@Suite("PNG output")
struct PNGRendererTests {
  private static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"]

  @Test("Without the program, the error names the package to install")
  func noProgram() {
    #expect(throws: PictureError.noProgram) { try PNGRenderer(environment: ["PATH": "/proc"]) }
    #expect("\(PictureError.noProgram)".contains("librsvg2-bin"))
  }

  @Test(
    "A document is rendered; an invalid one changes no file",
    .enabled(if: OtherProgram.succeeds(["rsvg-convert", "--version"]), "needs rsvg-convert"))
  func drawn() throws {
    let folder = try TemporaryFolder()
    let picture = try PNGRenderer(environment: Self.environment)
    let path = folder.path("a.png")
    #expect(throws: PictureError.self) { try picture.write("no document", to: path) }
    #expect(try folder.names().isEmpty)
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\">"
    try picture.write(
      "\(head)<rect width=\"20\" height=\"10\" fill=\"red\"/></svg>", to: path)
    let bytes = try #require(folder.bytes("a.png"))
    // PNG, §11.2.1: width and height follow the signature and the header's length and name.
    #expect(bytes[16..<24].elementsEqual([0, 0, 6, 184, 0, 0, 3, 92]))
    #expect(PNGRenderer.widthPixels == 6 * 256 + 184)
    #expect(throws: PictureError.failed(status: 1)) { try picture.write("", to: path) }
    #expect(folder.bytes("a.png") == bytes)
    #expect(try folder.names() == ["a.png"])
  }
}
