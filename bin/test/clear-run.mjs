// Started by open-run-folder.mjs. Its standard input closes when the run has ended.
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** How to stop a process, and how long to wait each time, in ms. PostgreSQL shuts down cleanly at the first, immediately at the second. */
const STEPS = /** @type {const} */ ([
  ["SIGINT", 3000],
  ["SIGQUIT", 2000],
  ["SIGKILL", 2000],
]);

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Name the folders of the run.");

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

/** The processes that have one of the folders in their arguments, environment or working directory. Found on Linux only. */
function processesInside() {
  /** @type {string[]} */
  let pids = [];
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  } catch {}
  return pids
    .filter((pid) => {
      const about = read(pid);
      return folders.some((folder) => about.includes(folder));
    })
    .map(Number);
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
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
