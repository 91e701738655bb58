import Foundation
import PeachPlugIn
import TestEnvironment
import Testing

@testable import PeachPlugInFiles

/// A double of the library, compiled for the test, with the functions of MTS-ESP that clients call.
@Suite("Client of MTS-ESP", .serialized)
struct MTSClientTests {
  private static let source = """
    #include <stdbool.h>
    static double table[128];
    static int clients;
    static bool master;
    void MTS_RegisterClient(void) { clients++; }
    void MTS_DeregisterClient(void) { clients--; }
    bool MTS_HasMaster(void) { return master; }
    const double *MTS_GetTuningTable(void) { return table; }
    const char *MTS_GetScaleName(void) { return "Carlos Alpha"; }
    bool MTS_ShouldFilterNote(char key, char channel) { return key == 3; }
    int double_clients(void) { return clients; }
    void double_begin(int key, double hertz) { table[key] = hertz; master = true; }
    void double_end(void) { master = false; }
    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Compiles a library. Returns its path.
  private func library(_ source: String, _ name: String) throws -> String {
    let (text, path) = (folder.path(name + ".c"), folder.path(name + ".so"))
    try Data(source.utf8).write(to: URL(filePath: text))
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-shared", "-fPIC", "-o", path, text]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return path
  }

  private func function<Function>(_ path: String, _ name: String, _ type: Function.Type) throws
    -> Function
  {
    let library = try #require(dlopen(path, RTLD_NOW))
    return unsafeBitCast(try #require(dlsym(library, name)), to: type)
  }

  @Test("A client has the table, the filter and the scale of the master, and is counted")
  func master() throws {
    let path = try library(Self.source, "double")
    let count = try function(path, "double_clients", (@convention(c) () -> Int32).self)
    let begin = try function(path, "double_begin", (@convention(c) (Int32, Double) -> Void).self)
    let end = try function(path, "double_end", (@convention(c) () -> Void).self)
    var client = MTSClient(libraryPaths: [folder.path("missing.so"), path])
    let source = try #require(client?.source)
    #expect(count() == 1 && !source.isActive() && client?.scaleName == "")
    begin(69, 432.5)
    #expect(source.isActive() && source.frequencies[69] == 432.5)
    #expect(source.isSilent?(3, -1) == true && source.isSilent?(4, -1) == false)
    #expect(client?.scaleName == "Carlos Alpha")
    end()
    #expect(!source.isActive() && client?.scaleName == "")
    let second = MTSClient(libraryPaths: [path])
    #expect(second != nil && count() == 2)
    client = nil
    #expect(count() == 1)
    withExtendedLifetime(second) {}
  }

  @Test("Without a library, or one with all functions, there is no client")
  func absent() throws {
    #expect(MTSClient(libraryPaths: [folder.path("missing.so")]) == nil)
    #expect(MTSClient(libraryPaths: []) == nil)
    let text = folder.path("text.so")
    try Data("no library".utf8).write(to: URL(filePath: text))
    #expect(MTSClient(libraryPaths: [text]) == nil)
    let partial = try library("void MTS_RegisterClient(void) {}", "partial")
    #expect(MTSClient(libraryPaths: [partial]) == nil)
    let noTable = Self.source.replacingOccurrences(of: "return table;", with: "return 0;")
    #expect(MTSClient(libraryPaths: [try library(noTable, "no-table")]) == nil)
  }
}
