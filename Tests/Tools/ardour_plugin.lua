-- Loads the plug-in into a track of a session in Ardour without its windows, keeps the session and
-- opens it again: ardour_plugin.lua FOLDER ADDRESS. Ends with "ARDOUR OK".
local folder, address = arg[1], arg[2]
local backend = AudioEngine:set_backend("None (Dummy)", "", "")
backend:set_device_name("Silence")
AudioEngine:start(false)
local session = create_session(folder, "peach", 48000)
assert(session, "no session")
local tracks = session:new_midi_track(
  ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2), true,
  ARDOUR.PluginInfo(), nil, nil, 1, "peach", ARDOUR.PresentationInfo.max_order,
  ARDOUR.TrackMode.Normal, true)
local plugin = ARDOUR.LuaAPI.new_plugin(session, address, ARDOUR.PluginType.LV2, "")
assert(not plugin:isnil(), "not loaded")
assert(tracks:front():add_processor_by_index(plugin, 0, nil, true) == 0, "not added")
assert(ARDOUR.LuaAPI.set_processor_param(plugin, 45, -7), "no parameter")
session:save_state("")
close_session()
session = load_session(folder, "peach")
assert(session, "not opened again")
local track = session:route_by_name("peach")
assert(not track:isnil(), "no track")
local again = track:nth_plugin(0)
assert(not again:isnil(), "the plug-in is gone")
print("ARDOUR OK", again:to_insert():plugin(0):name())
close_session()
os.exit(0)
