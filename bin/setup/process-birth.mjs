import { readFileSync, readlinkSync } from "node:fs";

/** Whether a process runs, also one of another account. */
export const alive = (/** @type {number} */ pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/**
 * Names one life of a process, because its number is given to another one later: where its number means it (the start of the machine, and
 * the container), and when it began.
 * @param {number} pid
 * @returns {{ space: string, born: string }} empty where the system doesn't tell
 */
export function birthOf(pid) {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const space = `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
    try {
      const line = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The program's name may hold blanks and brackets; what follows the last bracket does not.
      return { space, born: line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "" };
    } catch {
      return { space, born: "" };
    }
  } catch {
    return { space: "", born: "" };
  }
}

/**
 * Describes this process in a file, for `lives`.
 * @returns {string} its number, and its birth where the system tells it
 */
export function describeProcess() {
  const { space, born } = birthOf(process.pid);
  return [process.pid, space, born].join(" ").trim();
}

/**
 * Whether a process that described itself still runs.
 * @param {string} description as from `describeProcess`; a number alone is understood, too
 * @returns {boolean | undefined} undefined: it can't be told, because the number says too little or is one of elsewhere
 */
export function lives(description) {
  const [number, space, born] = description.trim().split(" ");
  const pid = Number(number);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const here = birthOf(pid);
  if (space && born) return space === here.space ? alive(pid) && born === here.born : undefined;
  return pid !== process.pid && alive(pid) ? undefined : false;
}
