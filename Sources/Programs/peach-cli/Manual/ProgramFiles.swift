/// The files and environment variables of the program, for the manual.
enum ProgramFiles {
  static let files: KeyValuePairs = [
    "$XDG_CONFIG_HOME/peach/settings.json": "The settings; see peach-settings(1).",
    "$XDG_DATA_HOME/peach/banks": "Imported sound banks.",
    "$XDG_DATA_HOME/peach/training.sqlite": "The trials of the ear training.",
    "$XDG_CACHE_HOME/peach/intonation": "Measured intonation of sound banks; may be deleted.",
    "$XDG_CACHE_HOME/peach/straight": "Straight tones of sound banks; may be deleted.",
    "/usr/share/sounds/sf2, /usr/share/sounds/sf3, /usr/share/soundfonts": "Installed sound banks.",
  ]

  static let variables: KeyValuePairs = [
    "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME":
      "The user's folders; by default ~/.config, ~/.local/share, ~/.local/state and ~/.cache.",
    "PEACH_BANK_LIST": "A list of banks for peach-fetch(1).",
    "PEACH_NULL_AUDIO": "If set, no audio device is opened.",
    "NO_COLOR": "If set, the trainer uses no colors.",
  ]
}
