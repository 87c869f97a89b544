-- Readers for wrk: each has an address and a session, opens some pages and leaves. So many hits a second, whatever the answers take.
local ffi = require("ffi")
ffi.cdef [[ typedef struct { long sec; long usec; } timeval_t; int gettimeofday(timeval_t *t, void *zone); ]]
local clock = ffi.new("timeval_t")

local function now()
  ffi.C.gettimeofday(clock, nil)
  return tonumber(clock.sec) * 1000 + tonumber(clock.usec) / 1000
end

local threads = {}
function setup(thread)
  thread:set("number", #threads + 1)
  table.insert(threads, thread)
end

local agents = {
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
}
local screens = { "1920x1080", "1440x900", "390x844", "412x915" }
local referrers = { "", "https://www.google.com/", "https://news.example.org/links?id=1", "https://t.co/abc", "https://duckduckgo.com/" }
local pages = {}
local readers, due = {}, nil
views, sent = 0, 0

function init(arguments)
  interval = 1000 / tonumber(arguments[1])
  for at = 2, #arguments do pages[#pages + 1] = arguments[at] end
  math.randomseed(os.time() * 100 + number)
end

local function newReader()
  local hex = {}
  for at = 1, 8 do hex[at] = string.format("%04x", math.random(0, 65535)) end
  local kind = math.random(#agents)
  local address = string.format("%d.%d.%d.%d", math.random(11, 126), math.random(0, 255), math.random(0, 255), math.random(1, 254))
  return { session = table.concat(hex), address = address, agent = agents[kind], screen = screens[kind],
    referrer = referrers[math.random(#referrers)], left = math.random(1, 5) }
end

function delay()
  due = (due or now()) + interval
  return math.max(0, math.floor(due - now()))
end

function request()
  local slot = math.random(200)
  local reader = readers[slot] or newReader()
  readers[slot] = reader
  local kind = "view"
  if reader.page == nil or reader.left > 0 then
    reader.page = pages[math.random(#pages)]
    reader.left = reader.left - 1
    views = views + 1
  else
    kind = "end"
    readers[slot] = nil
  end
  sent = sent + 1
  local body = string.format('{"kind":"%s","session":"%s","url":"%s","title":"A page","referrer":"%s","screen":"%s","timezone":"Europe/Berlin","who":"anonymous","engaged":%d,"scroll":%d}',
    kind, reader.session, reader.page, reader.referrer, reader.screen, kind == "end" and 40 or 0, kind == "end" and 70 or 0)
  return wrk.format("POST", "/api/visits", {
    ["content-type"] = "application/json", ["user-agent"] = reader.agent, ["accept-language"] = "de,en;q=0.8",
    ["sec-fetch-site"] = "same-origin", ["x-forwarded-for"] = reader.address,
  }, body)
end

function done(summary, latency)
  local allViews, allSent = 0, 0
  for _, thread in ipairs(threads) do
    allViews = allViews + thread:get("views")
    allSent = allSent + thread:get("sent")
  end
  local errors = summary.errors
  print(string.format('RESULT {"requests":%d,"ms":%d,"p50":%.3f,"p99":%.3f,"most":%.3f,"refused":%d,"broken":%d,"views":%d,"sent":%d}',
    summary.requests, summary.duration / 1000, latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout, allViews, allSent))
end
