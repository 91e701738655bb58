-- Tests the plug-in in Ardour without a user interface: ardour_plugin.lua STEP FOLDER [ADDRESS
-- BANK] Each step is a separate process. `make` adds it to a track of a new session, loads a bank
-- by a message, and records a note; `first` opens the session and exports it; `move` opens it and
-- changes a parameter; `again` opens it, exports it and compares. Each prints "ARDOUR OK" to
-- stderr.
local step, folder, address, bank = arg[1], arg[2], arg[3], arg[4]
local centibels = 200

local function wait(seconds) ARDOUR.LuaAPI.usleep(math.floor(seconds * 1000000)) end

-- Exit the process: closing a session may end Ardour's Lua interpreter.
local function finish(text)
  io.stderr:write("ARDOUR OK ", text, "\n")
  os.exit(0)
end

-- The index of the parameter among the plug-in's own, as Ardour counts them.
local function attenuation(insert)
  local plugin = insert:to_insert():plugin(0)
  for index = 0, plugin:parameter_count() - 1 do
    local number = plugin:nth_parameter(index, true)
    if plugin:parameter_label(number) == "Initial Attenuation" then return index end
  end
  error("no such parameter")
end

local function value(insert)
  local value = ARDOUR.LuaAPI.get_processor_param(insert, attenuation(insert), true)
  return value
end

local function base64(text)
  local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  local missing = -#text % 3
  local encoded = (text .. ("\0"):rep(missing)):gsub("...", function(group)
    local a, b, c = group:byte(1, 3)
    local bits = a << 16 | b << 8 | c
    return (("."):rep(4):gsub("()%.", function(digit)
      local index = (bits >> (24 - 6 * digit) & 63) + 1
      return letters:sub(index, index)
    end))
  end)
  return encoded:sub(1, #encoded - missing) .. ("="):rep(missing)
end

local function make()
  AudioEngine:set_backend("None (Dummy)", "", "")
  AudioEngine:start(false)
  local session = create_session(folder, "peach", 48000)
  local track = session:new_midi_track(
    ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2),
    true, ARDOUR.PluginInfo(), nil, nil, 1, "peach", ARDOUR.PresentationInfo.max_order,
    ARDOUR.TrackMode.Normal, true):front()
  local insert = ARDOUR.LuaAPI.new_plugin(session, address, ARDOUR.PluginType.LV2, "")
  assert(not insert:isnil(), "Ardour does not know " .. address)
  assert(track:add_processor_by_index(insert, 0, nil, true) == 0, "not added")

  local keyboard = AudioEngine:get_port_by_name("x-virtual-keyboard")
  assert(keyboard:connect("peach/midi_in 1") == 0, "no keyboard")
  local parser, port = ARDOUR.RawMidiParser(), keyboard:to_asyncmidiport()
  local function send(text)
    for byte in text:gmatch(".") do
      if parser:process_byte(byte:byte()) then
        port:write(parser:midi_buffer(), parser:buffer_size(), 0)
      end
    end
  end
  send("\xF0\x7DSF\0\0" .. base64(bank) .. "\xF7")
  wait(2)
  send("\xC0\x10")
  track:to_track():rec_enable_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
  session:maybe_enable_record(false)
  session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
  wait(0.3)
  send("\x90\x3C\x7F")
  wait(1)
  send("\x80\x3C\0")
  wait(0.3)
  session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
  wait(0.5)
  assert(track:to_track():playlist():n_regions() == 1, "nothing recorded")
  assert(session:save_state("") == 0, "not saved")
  finish("recorded a note")
end

local function open()
  local session = load_session(folder, "peach")
  local track = session:route_by_name("peach")
  assert(not track:isnil() and not track:nth_plugin(0):isnil(), "the plug-in is gone")
  return session, track:nth_plugin(0)
end

local function export(session, name)
  local export = session:simple_export()
  export:set_folder(folder)
  export:set_name(name)
  export:set_preset("75969a1c-3133-4694-864b-a1fa50e43348") -- WAV at the session's rate, 16 bits
  export:set_range(0, 60000)
  assert(export:check_outputs() and export:run_export(), "not exported")
end

-- The level of an exported file in decibels.
local function level(name)
  local file = assert(io.open(folder .. "/" .. name .. ".wav", "rb"))
  local bytes = file:read("a")
  local sum, count = 0, 0
  for offset = 45, #bytes - 1, 2 do
    sum, count = sum + string.unpack("<i2", bytes, offset) ^ 2, count + 1
  end
  return 10 * math.log(sum / count / 32768 ^ 2, 10)
end

if step == "make" then make() end
local session, insert = open()
if step == "first" then
  assert(value(insert) == 0, "the parameter has moved")
  export(session, "first")
  assert(level("first") > -60, "nothing is heard")
  finish(string.format("%.2f dB", level("first")))
elseif step == "move" then
  ARDOUR.LuaAPI.set_processor_param(insert, attenuation(insert), centibels)
  wait(0.3)
  assert(session:save_state("") == 0, "not saved")
  finish("moved")
end
assert(value(insert) == centibels, "the parameter is back at " .. value(insert))
export(session, "again")
local fall = level("first") - level("again")
assert(math.abs(fall - centibels / 10) < 0.05, "it fell by " .. fall .. " dB")
finish(string.format("softer by %.2f dB", fall))
