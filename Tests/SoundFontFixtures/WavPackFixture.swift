import Foundation

/// WavPack files that `wavpack` 5.6 made, without the checksums of blocks: decoders would not read
/// a block that a fuzzer has changed.
package enum WavPackFixture {
  /// Small files of all kinds.
  package static var files: [[UInt8]] { [mono, high, hybrid, channels, float] }

  /// Returns blocks of silence, of 22,050 or 2,048 frames each in 56 bytes.
  ///
  /// - Parameter declared: The number of frames that the headers declare; `nil` if it is unknown.
  package static func silence(
    blockCount: Int, frames: Int = 22_050, declared: Int? = nil
  ) -> [UInt8] {
    let isLong = frames == 22_050
    let bits: [UInt8] = isLong ? [0xFF, 0x7F, 0x22, 0xD6] : [0xFF, 0x0F, 0, 0xFF]
    let sum: [UInt8] = isLong ? [0x77, 0x15, 0x12, 0x9C] : [0xFF, 0x5F, 0xB8, 0x56]
    let metadata: [UInt8] =
      [2, 0, 3, 0, 4, 0, 5, 3, 0, 0, 0, 0, 0, 0, 0x2A, 0, 0x8A, 2, 0, 0] + bits
    var file: [UInt8] = []
    for index in 0..<blockCount {
      file += Array("wvpk".utf8) + little(24 + metadata.count) + [0x10, 4, 0, 0]
      file += declared.map { little($0) } ?? [0xFF, 0xFF, 0xFF, 0xFF]
      file += little(index * frames) + little(frames) + little(0x0480_1805) + sum + metadata
    }
    return file
  }

  /// Returns blocks without frames.
  package static func empty(blockCount: Int) -> [UInt8] {
    let block =
      Array("wvpk".utf8) + little(24) + [0x10, 4, 0, 0] + little(0) + little(0) + little(0)
      + little(0x0480_1805) + little(0)
    return [[UInt8]](repeating: block, count: blockCount).flatMap { $0 }
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func decoded(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }

  /// 16 bits, mono, with a `smpl` chunk: key 64, and a loop from 10 to 90.
  package static var mono: [UInt8] {
    decoded(
      """
      d3Zwa1ABAAAQBAAAyAAAAAAAAADIAAAABRmsBNMeqi9oAndhdgAhFlJJRkb4AQAAV0FWRWZtdCAQAAAAAQABAESsAA
      CIWAEAAgAQAGRhdGGQAQAAQgNXV0dWSABDAy4uLicnAAQCTfuu+gUDUAoNDCYPCQIABAAAZQIAAAAAKgCKagAAiAkz
      qTIaj+93AQ00EKFChAYNIlRIUKCAwOcCAD8D/E3ws8DfCQB8+iH4GeCnPwG/AX1+/k645/2ccu++XOyBe8eWLYkSVs
      XFIoOh2dhwcDhAHp+Qj8iH5CMyKhGRjEhGJZEZGQWlglZxsf2Z+MvVqf5Z5DqY1rXgMDkR7lUWGAuLBkZD48FhgkBQ
      oKgWFgyMhoaL6+Hx8kRAEOgBQR7IA/3h+e8U327vKXVv6dRwcL1X2P1SFAoDYSgKB+EwGAfjQCAMQ5EoDMWhQBQFA0
      EYBskgqP53dnBrXgAAABAEAADIAAAAAAAAAAAAAAAAAAAAAAAAACIic21wbDwAAAAAAAAAAAAAAAAAAABAAAAAAAAA
      AAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAoAAABaAAAAAAAAAAAAAAA=
      """)
  }

  /// Hybrid, 16 bits, stereo.
  package static var hybrid: [UInt8] {
    decoded(
      """
      d3Zwa14BAAAQBAAAyAAAAAAAAADIAAAAWR+0JPJiJEVoAndhdgAhFlJJRkaIAwAAV0FWRWZtdCAQAAAAAQACAESsAA
      AQsQIABAAQAGRhdGEgAwAAQgNXV0dWSAADBS4uLi4uLicnJycEBIr49fdq/NT7BQY0DcoO1xFXCRUL/A0GBCkUWBPI
      AAABCQIAAgAAZQJAAgAAKgCKZQAAgIEmq9mI6ECjIvaBiH0gyuBAkMEBtCJDIgmoBTXUIgXQijgE1CIF0CIENNQCag
      FZB6zu//HP8okrnj9CqeQHqgOnxJAQCYESIgaIErhBRoIkZghCJERSmEEGwA0yAEYbdBhgh3zcD3+zT9334ljdkw62
      I4c/OEgKSPENdQRCICAAgECMPUDFgFALTZAxQioAs7h7wA1xdlT6o9//Q3zj414dwSKfhzhw9IMHCwgsqQTBSrzEyB
      khCYkQrSFzyBbAtagiECgjAYAL+Hd2cGteAAAAEAQAAMgAAAAAAAAAAAAAAAAAAAAAAAAAIiJzbXBsPAAAAAAAAAAA
      AAAAAAAAAEAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAACgAAAFoAAAAAAAAAAAAAAA==
      """)
  }

  /// 16 bits, 4 channels.
  package static var channels: [UInt8] {
    decoded(
      """
      d3Zwa3IBAAAQBAAAZAAAAAAAAABkAAAAMQmsBJUJWvdoAndhdgAhFlJJRkZEAwAAV0FWRWZtdCAQAAAAAQAEAESsAA
      AgYgUACAAQAGRhdGEgAwAAQgNXV0dWSAADBRcXGBgVFRcXFBMEBFEKVQoZ9RX1BQYNDCILtQ2qDMYLRQ4JAgACAAAN
      AQQPZQIAAAAAKgCKcgAA33HH2ig9n4q7sUzVlfIuQZmPezzkysMWjvLrgEcje5jqWZw2UW6EOA+gNHSzsC0iZoZTCZ
      oLIoEQCis4NrFMA9IJNZhMPN2IwkWZupKuW7sxsdTQc4OP3j58//2JGKFjiI4dOpZonCJiiYgdKjM0JihM8NfJ38J3
      //XvnttugYsRjHoR20l0kyF9iO4kv4Ps1pHThu0XNFfIJOEahEsNpRVAI2AyiDSwGIQwaKDQwTGIZRTNNiKFTEOxtq
      JtZpuNt55QQOOQyiWhi1In1UrLnVYsMXlitNBupeF70xfHz67f3r+/d3Zwa8IAAAAQBAAAZAAAAAAAAABkAAAABQGs
      BPVw281CA1dXR1ZIAEMDFxgVFxQABAIZ9Bb0BQObDd8MEA8JAgACAACKQQAAX+IbeUPsaj5dpp+736sWeb3K6nTOSY
      o4P+l01imbHyV0YMQNTMawo0inV4JhxjXiYe++G6ighBRiKKGEDhoA0M9/z/1KsarHa+Hp1Kes9lYUoHuzO05sn61r
      Uz9hClkRwgImdJDCBiFOYBnDDR6DFqnkySlXav1SrJlp7cjBUx8D/3d2cGuwAAAAEAQAAGQAAAAAAAAAZAAAAAURqA
      RxGHm6QgNXV0dWSABDAxcYFRcTAAQCr/Wq9QUDDQw0C7UNCQIABAAAijgAAF/xTY9k3cqS+uGdC+566MNlNzPmNatK
      VJOkosABRwwiqmh4EDGh4kKGTh5fPxlCdCgRIkOjSBUa/ja//fbsztTHjscbRva7q/aVKilPTZaOFg0FChQgWXISVe
      FCA9cHMRJmaFZavMWZqXODZ6evPoE=
      """)
  }

  /// Floating point, mono.
  package static var float: [UInt8] {
    decoded(
      """
      d3Zwa7IBAAAQBAAAZAAAAAAAAABkAAAAhxjcBLlJ9kdoAndhdgAhFlJJRka0AQAAV0FWRWZtdCAQAAAAAwABAESsAA
      AQsQIABAAgAGRhdGGQAQAAQgNXV0dWSABDAxUWDhgJAAQCRuuw6gUDBBodGFkWCAIEAH9/ZQIAAAAAKgCKiwAAuEeD
      3h6uPS4nj3C7mQ9KCXmi8oMPlgepdFp0QpwtjjK4LmpIPBD2f+dnXIEPc27ieWsuONs6xngFlA/yvybEgabYjK1q/U
      9nfqGgD0CYHSv/lj+bozKXeJUpAfTciWVr9YWuAFJqYf/YkF3ION6ZRZoMUdtUCpmelqFYbcq+uQsXQP0Cp7unbKdz
      +FPME1wbDsLXWV2qlBLNZPXk3SVWMTbvN07lA6+wXnbyyVOqh1psQSPSJxhgTG++NJApf6zrPEyTDe+OjVnZiFKAkK
      WWGeA+HuHHl/zyvGhc7+8H0n+zZEWW4Rsoyct6aIol2pTdY9x3zO7ghwKZZU+gUONtmSzkEDuziLvWdl9tHZPuFfK7
      5DamXv2MDgAAnkLppGJicSJBPbCyxPFMlx9ytwr6f9fNOFPn7Q==
      """)
  }

  /// 16 bits, stereo, in very high mode.
  package static var high: [UInt8] {
    decoded(
      """
      d3ZwaygCAAAQBAAAyAAAAAAAAADIAAAAMRm0BENZBIFoAndhdgAhFlJJRkaIAwAAV0FWRWZtdCAQAAAAAQACAESsAA
      AQsQIABAAQAGRhdGEgAwAAAghXV0dIQ1dHSUxKSEtNRFdHAxAuLi4uLi4qKjIIJfcpCB8MGvsh/CP6EQMNBQcBBfIg
      BQQEivj192r81PsFBoQLgg+nEbMGOAzDDQkCAAIAACUCGAACASoAir8AAC45FBjAsxYwoxGCBIMKNVqCiSxdUTWAE0
      5iGmCJJpIwgkgkjhAiRBLCBAM2ANkAY5xYJhhlC5hQphgnA0ws0QwKMyYDTIwmmOrTkN/GD1+6b6LBuXRK4FXdZzWQ
      cNdd752DNjXoGphJrl9J30m1C/YRTQKMkRmkjoZcYEUBFLTfvQC/OEC3QbArEkjqSAjKyBAiMSAGIEghiSoQAUYwos
      IYYNKpgCnmQEEDwBHn5X6bfofIZ0hEf4TcvnqYxjYFBLdl31VxTdxyzDyJ5pi9m/At5j6QiqLg2hpB90gQFXrBNMTW
      ++D4E7OYA7IiKj6BIpy0TUUyGZ3hACU4YkABOAiRDBAAQAhEYAQ1AAjAgAMqQFAA+dXAz+3vjPpUOf3wajhR+0K/6y
      CH1rXhS6pOihucm5+HKtQ/o8St8OyQDFHcDPVuGiHiBY68BfiCJx2AB4hn8KplUZeAYFVuQRciQczUBgMoEpEQIkAV
      iFESYgDCAIqACAYEoARkAAMQwsB3dnBrXgAAABAEAADIAAAAAAAAAAAAAAAAAAAAAAAAACIic21wbDwAAAAAAAAAAA
      AAAAAAAABAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAoAAABaAAAAAAAAAAAAAAA=
      """)
  }
}
