import PeachInstrumentModel
import PeachWebEngine

// Bytes that the script writes for the module, and bytes that the module returns.

nonisolated(unsafe) private var input = UnsafeMutableRawBufferPointer(start: nil, count: 0)
nonisolated(unsafe) private var output = UnsafeMutableRawBufferPointer(start: nil, count: 0)

/// Allocates the input buffer and returns its address. Frees the previous one.
@_cdecl("input")
public func inputBuffer(_ count: Int32) -> UnsafeMutableRawPointer? {
  input.deallocate()
  input = .allocate(byteCount: max(Int(count), 1), alignment: 16)
  return input.baseAddress
}

/// Returns the address of the output, whose length the last call has returned.
@_cdecl("output")
public func outputBuffer() -> UnsafeMutableRawPointer? { output.baseAddress }

/// Returns the consecutive parts of the input buffer with these lengths.
func inputParts(_ counts: Int32...) -> [[UInt8]] {
  var start = 0
  return counts.map { count in
    let end = min(start + max(Int(count), 0), input.count)
    defer { start = end }
    return Array(input[start..<end])
  }
}

/// Returns the input buffer, whose owner must free it.
func takeInput() -> UnsafeMutableRawBufferPointer {
  defer { input = UnsafeMutableRawBufferPointer(start: nil, count: 0) }
  return input
}

nonisolated(unsafe) private var files: [AddedFile] = []

/// The files that were added since they were last taken.
var addedFiles: [AddedFile] { files }

/// Drops the files of a bank that could not be read completely.
@_cdecl("files_clear")
public func clearFiles() { files = [] }

/// Adds a file of a bank: the input is its path, and its bytes.
@_cdecl("file_add")
public func addFile(_ pathCount: Int32) {
  let path = string(inputParts(pathCount)[0])
  nonisolated(unsafe) let memory = takeInput()
  let bytes = UnsafeRawBufferPointer(rebasing: memory[min(Int(pathCount), memory.count)...])
  files.append(
    AddedFile(
      path: path,
      ByteStorage(bytes: bytes, path: "/" + path, release: { memory.deallocate() })))
}

/// Returns the files that were added since the last call.
func takeFiles() -> [AddedFile] {
  defer { files = [] }
  return files
}

/// Sets the output and returns its length in bytes.
func setOutput(_ text: String) -> Int32 { setOutput(Array(text.utf8)) }

/// Sets the output and returns its length in bytes.
func setOutput(_ bytes: [UInt8]) -> Int32 {
  if output.count < bytes.count {
    output.deallocate()
    output = .allocate(byteCount: bytes.count * 2, alignment: 16)
  }
  output.copyBytes(from: bytes)
  return Int32(bytes.count)
}

func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
