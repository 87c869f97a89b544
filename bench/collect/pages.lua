-- Readers of pages for wrk, so many a second in each thread.
function init(arguments) pause = 1000 / tonumber(arguments[1]) end
function delay() return math.floor(pause) end
function done(summary, latency)
  local errors = summary.errors
  print(string.format('RESULT {"requests":%d,"p99":%.3f,"refused":%d,"broken":%d}', summary.requests,
    latency:percentile(99) / 1000, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
