/// The commands for the player.
extension CommandHandler {
  static var playerCommands: [String: Command] {
    [
      "player_start": player("player_start                Play from the start") { player, _ in
        _ = player.seek(0)
        player.play()
        return Result.ok
      },
      "player_stop": player("player_stop                 Stop") { player, _ in
        player.stop()
        return Result.ok
      },
      "player_cont": player("player_cont                 Continue") { player, _ in
        player.play()
        return Result.ok
      },
      "player_seek": player("player_seek ticks           Move by ticks") { player, call in
        guard let ticks = call.integer(0) else { return nil }
        return player.seek(player.withLock { player.currentTick } + Int64(ticks))
          ? Result.ok : Result.failed
      },
      "player_loop": player("player_loop num             Set the number of passes") {
        player, call in
        guard let count = call.integer(0) else { return nil }
        player.withLock { player.loopCount = count }
        return Result.ok
      },
      "player_tempo_bpm": player("player_tempo_bpm num        Set the tempo") { player, call in
        guard let tempo = call.number(0), 1...60_000_000 ~= tempo else { return nil }
        player.setTempo(.beatsPerMinute, tempo)
        return Result.ok
      },
      "player_tempo_int": player("player_tempo_int mul        Scale the tempo") { player, call in
        guard let factor = call.number(0), 0.001...1000 ~= factor else { return nil }
        player.setTempo(.factor, factor)
        return Result.ok
      },
    ]
  }

  private static func player(
    _ help: String, _ body: @escaping (Player, Call) -> Int32?
  ) -> Command {
    Command(group: "player", help: help) { call in
      guard let player = call.handler.player else {
        call.print("There is no player.")
        return Result.failed
      }
      return body(player, call)
    }
  }
}
