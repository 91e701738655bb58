// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
import CPeach
import PeachPOSIX
import PeachServices

/// The version of Peach as a C string, which is never freed.
private nonisolated(unsafe) let versionText = strdup(PeachVersion.current)

/// Returns the version of Peach.
@c @implementation
public func peach_version() -> UnsafePointer<CChar>? { UnsafePointer(versionText) }

/// Returns the version of the binary interface.
@c @implementation
public func peach_abi_version() -> Int32 { PEACH_ABI_VERSION }

/// Returns the message of the last error on this thread.
@c @implementation
public func peach_error_message() -> UnsafePointer<CChar>? { LastError.message }

/// Returns the description of a result.
@c @implementation
public func peach_result_text(_ result: Int32) -> UnsafePointer<CChar>? {
  if result == 0 { return LastError.cString("No error.") }
  return LastError.cString(LibraryError.Code(rawValue: result)?.text ?? "An unknown result.")
}
