// A process of its own, started by open-run-folder.mjs: whoever started it is gone once nothing more can come from there.
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** What ends a process, and how long it may take, in ms. PostgreSQL stops fast at the first, at once at the second. */
const STEPS = /** @type {const} */ ([
  ["SIGINT", 3000],
  ["SIGQUIT", 2000],
  ["SIGKILL", 2000],
]);

const [folder = ""] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder of the run.");

const read = (/** @type {string} */ pid) => {
  /** @param {() => string} look */
  const orNothing = (look) => {
    try {
      return look();
    } catch {
      return "";
    }
  };
  const file = (/** @type {string} */ name) => orNothing(() => readFileSync(`/proc/${pid}/${name}`, "utf8"));
  return [orNothing(() => readlinkSync(`/proc/${pid}/cwd`)), file("cmdline"), file("environ")].join("\0");
};

/** The processes that were given the folder by word, by environment or as their place. None where the system can't be asked. */
function processesInside() {
  /** @type {string[]} */
  let pids = [];
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  } catch {}
  return pids.filter((pid) => read(pid).includes(folder)).map(Number);
}

for await (const _ of process.stdin);
for (const [signal, patience] of STEPS) {
  for (const pid of processesInside()) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
  for (const begun = Date.now(); processesInside().length > 0 && Date.now() - begun < patience; ) await pause(50);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
