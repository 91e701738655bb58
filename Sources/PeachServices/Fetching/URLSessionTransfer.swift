#if canImport(CryptoKit)
  import Foundation
  import PeachFileIO
  import Synchronization

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Downloads with `URLSession`, on Apple's systems: apps may not start programs.
  final class URLSessionTransfer: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
      /// `nil` while the transfer lasts.
      var ending: TransferEnding?
      /// The length of the file so far, in bytes.
      var byteCount: Int
      var redirectionCount = 0
    }

    private static let redirectionLimit = 5
    /// The longest time without data, in seconds.
    private static let timeout = 60.0
    private static let unreachable: Set<URLError.Code> = [
      .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
    ]

    private let bank: PinnedBank
    private let file: FileHandle
    /// The length of the file at the start, in bytes.
    private let offset: Int
    private let state: Mutex<State>

    private init(_ bank: PinnedBank, _ file: FileHandle, from offset: Int) {
      self.bank = bank
      self.file = file
      self.offset = offset
      state = Mutex(State(byteCount: offset))
    }

    /// Continues the download of a bank to the file `part`, and waits for its end.
    ///
    /// - Parameter progress: Called with the completed fraction, 0…1, about 20 times a second. Ends
    ///   the transfer by throwing.
    /// - Throws: An error of the file or of `progress`.
    static func run(
      _ bank: PinnedBank, to part: String, progress: (Double) throws -> Void
    ) throws -> TransferEnding {
      guard let url = URL(string: bank.address) else {
        return .failed(reason: "its address is not a URL")
      }
      if FileAccess.byteCount(part) == nil { try FileAccess.write([], to: part) }
      let file = try FileHandle(forUpdating: URL(filePath: part))
      let offset = try Int(file.seekToEnd())
      var request = URLRequest(url: url, timeoutInterval: Self.timeout)
      if offset > 0 { request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range") }
      let transfer = URLSessionTransfer(bank, file, from: offset)
      let session = URLSession(
        configuration: .ephemeral, delegate: transfer, delegateQueue: nil)
      // Keeps the delegate until then.
      defer { session.invalidateAndCancel() }
      session.dataTask(with: request).resume()
      while true {
        let (ending, byteCount) = transfer.state.withLock { ($0.ending, $0.byteCount) }
        if let ending {
          try file.close()
          return ending
        }
        try progress(Double(byteCount) / Double(bank.byteCount))
        Pause.milliseconds(50)
      }
    }

    /// Unencrypted only on the local machine, and never after a redirection.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      let count = state.withLock { state in
        state.redirectionCount += 1
        return state.redirectionCount
      }
      let scheme = bank.isOnThisMachine ? "http" : "https"
      let isAllowed = count <= Self.redirectionLimit && request.url?.scheme == scheme
      completionHandler(isAllowed ? request : nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      let ending: TransferEnding? =
        switch status {
        case 200 where offset > 0, 416: .cannotResume
        case 200, 206:
          response.expectedContentLength > Int64(bank.byteCount - offset) ? .tooLong : nil
        default: .failed(reason: "the server answered with status \(status)")
        }
      if let ending { end(ending) }
      completionHandler(ending == nil ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let byteCount = state.withLock { state in
        state.byteCount += data.count
        return state.byteCount
      }
      do {
        if byteCount <= bank.byteCount { return try file.write(contentsOf: data) }
        end(.tooLong)
      } catch {
        end(.failed(reason: "the file cannot be written: \(error.localizedDescription)"))
      }
      dataTask.cancel()
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      switch error {
      case nil: end(.complete)
      case let error as URLError where Self.unreachable.contains(error.code): end(.unreachable)
      case let error?: end(.failed(reason: error.localizedDescription))
      }
    }

    /// The first ending counts: that of a canceled task is another.
    private func end(_ ending: TransferEnding) {
      state.withLock { $0.ending = $0.ending ?? ending }
    }
  }
#endif
