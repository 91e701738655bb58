import FluidSynthPOSIX

/// Returns the bytes of a file; `nil`, with `errno`, if it cannot be read.
func fileContents(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&block, 1, block.count, file)
    bytes += block.prefix(count)
    if count < block.count { return ferror(file) == 0 ? bytes : nil }
  }
}
