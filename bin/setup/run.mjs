// Read by any Node that knows ES modules, so nothing here may be newer than ES2019.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];

// npm runs a command through a shell, which dies of the signal that npm passes on and tells nobody. That our parent is
// another one is how we hear of it. A parent that isn't npm's may go away as it likes: that is how daemons are made.
const npmsShell = process.env.npm_lifecycle_event ? process.ppid : undefined;

/** How often to look whether npm's shell is still there, in ms. */
const LOOK_EVERY = 500;

/** The parent whose end has to be our end too, by its process id; nobody when npm is not involved. */
export const launcher = () => npmsShell;

/**
 * The exit status of a program that ended with `code` or by `signal`, as a shell would give it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {number}
 */
export function exitStatus(code, signal) {
  if (signal) return 128 + constants.signals[signal];
  return code === null ? 1 : code;
}

/**
 * Runs a program and waits for it. A signal that would end us ends the program instead, each kind once, so that it is
 * never left behind; a Ctrl-C in a terminal reaches it without our help.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options] stdio is inherited unless they say otherwise
 * @returns {Promise<{ status: number, stoppedBy: NodeJS.Signals | undefined }>} rejects when it can't be started
 */
function wait(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, Object.assign({ stdio: "inherit" }, options));
    const forwarded = new Set();
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      stoppedBy = signal;
      if (forwarded.has(signal) || (signal === "SIGINT" && process.stdin.isTTY)) return;
      forwarded.add(signal);
      child.kill(signal);
    };
    const stopListening = () => {
      clearInterval(looking);
      for (const signal of SIGNALS) process.removeListener(signal, forward);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    const looking = setInterval(() => {
      if (npmsShell && process.ppid !== npmsShell) forward("SIGTERM");
    }, LOOK_EVERY);
    child.on("error", (error) => {
      stopListening();
      reject(error);
    });
    child.on("exit", (code, signal) => {
      stopListening();
      resolve({ status: exitStatus(code, signal), stoppedBy });
    });
  });
}

/**
 * Runs one step of several. When we are told to stop meanwhile, the step ends and then this process does.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>} the step's exit status; rejects when it can't be started
 */
export function run(command, args, options) {
  return wait(command, args, options).then(({ status, stoppedBy }) => {
    if (stoppedBy) process.exit(exitStatus(null, stoppedBy));
    return status;
  });
}

/**
 * Gives the rest of this process's life to a program and ends with its exit status.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<never>}
 */
export function forwardTo(command, args, options) {
  return wait(command, args, options).then(({ status }) => process.exit(status));
}
