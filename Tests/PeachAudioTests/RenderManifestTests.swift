import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite("Render manifests and shards")
struct RenderManifestTests {
  @Test("The output has the song's name")
  func jobs() {
    for (song, audio) in [
      ("a.mid", "a.wav"), ("a.b.MIDI", "a.b.wav"), ("x/y.kar", "x/y.wav"), ("a", "a.wav"),
      ("mid", "mid.wav"), ("a.rmi", "a.wav"), ("a.xml", "a.xml.wav"),
    ] { #expect(RenderJob.audioPath(ofSong: song) == audio) }
    #expect(RenderJob(song: "x/y.mid", folder: "out").audio == "out/y.wav")
    #expect(RenderJob(song: "/x/y.mid", folder: "out/").audio == "out/y.wav")
    #expect(RenderJob(song: "x/y.mid", folder: "").audio == "y.wav")
  }

  @Test("A manifest has one song per line, with an optional output after a tab")
  func lines() throws {
    let text = "# two\n\na b.mid\tone.wav\r\nx/two.mid\n  \n/c.mid\t/d/e.wav\n#end"
    let list = try RenderManifest(text, folder: "out")
    #expect(
      list.jobs == [
        RenderJob(song: "a b.mid", audio: "out/one.wav"),
        RenderJob(song: "x/two.mid", audio: "out/two.wav"),
        RenderJob(song: "/c.mid", audio: "/d/e.wav"),
      ])
    #expect(try RenderManifest("").jobs.isEmpty)
    #expect(try RenderManifest("a.mid\tb/c.wav").jobs[0].audio == "b/c.wav")
    for broken in ["a.mid\n\tb.wav", "a.mid\nb.mid\t", "#\na\tb\tc"] {
      #expect(throws: RenderManifestError(line: 2)) { try RenderManifest(broken) }
    }
  }

  @Test("Errors in a manifest name the line")
  func brokenFile() throws {
    let folder = try BatchFolder()
    let path = try folder.put("songs.txt", Array("a.mid\n\tb\n".utf8))
    #expect {
      try RenderManifest(contentsOf: path)
    } throws: {
      "\($0)".hasPrefix("\(path): Line 2 ")
    }
    #expect(throws: FileAccessError.self) { try RenderManifest(contentsOf: path + ".none") }
  }

  @Test("Shards are disjoint and complete, and do not depend on the order")
  func shards() throws {
    var random = RandomNumbers(seed: 5)
    for count in [1, 2, 3, 7, 100] {
      let jobs = (0..<random.whole(0...60)).map {
        RenderJob(song: "s\($0).mid", audio: "out/\(random.whole(0...9))/\($0).wav")
      }
      var all: [RenderJob] = []
      var sizes: [Int] = []
      for number in 1...count {
        let shard = try #require(RenderShard("\(number)/\(count)"))
        #expect(shard == RenderShard(number: number, count: count))
        #expect("\(shard)" == "\(number)/\(count)")
        let part = shard.jobs(of: jobs)
        #expect(part == shard.jobs(of: jobs.reversed()))
        sizes.append(part.count)
        all += part
      }
      #expect(all.count == jobs.count && Set(all) == Set(jobs))
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }
    for text in ["0/2", "3/2", "1/0", "1", "1/", "/1", "a/b", "1/2/3", "-1/2", ""] {
      #expect(RenderShard(text) == nil, "\(text)")
    }
  }
}
