import { execFile } from "node:child_process";
import { readFile, readlink, stat } from "node:fs/promises";
import { promisify } from "node:util";

/** Differs for two processes that had the same pid. @returns the time in the system's own notation, with the boot; null: no process */
export async function processBirth(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null;
  if (process.platform === "linux") {
    try {
      const [line, boot] = await Promise.all([
        readFile(`/proc/${pid}/stat`, "utf8"),
        readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
      ]);
      // The program's name may hold blanks and brackets; what follows the last bracket does not.
      const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
      const [state, born] = [fields[0], fields[19]];
      return state === "Z" || state === "X" ? null : `${born}@${boot.trim()}`;
    } catch {
      return isAlive(pid) ? "unknown" : null;
    }
  }
  const asked =
    process.platform === "win32"
      ? await runProgram("powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.Ticks`])
      : await runProgram("ps", ["-o", "lstart=", "-p", String(pid)]);
  if (asked.ok && asked.output.trim() !== "") return asked.output.trim();
  return isAlive(pid) ? "unknown" : null;
}

/** Tells PostgreSQL's main process, whose working directory is `cluster`, from another one that got its pid later. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    try {
      const [cwd, folder, program] = await Promise.all([
        stat(await readlink(`/proc/${pid}/cwd`)),
        stat(cluster),
        readFile(`/proc/${pid}/comm`, "utf8"),
      ]);
      return cwd.ino === folder.ino && cwd.dev === folder.dev && program.trim() === "postgres";
    } catch {
      return false;
    }
  }
  const asked =
    process.platform === "win32"
      ? await runProgram("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"])
      : await runProgram("ps", ["-o", "command=", "-p", String(pid)]);
  return asked.ok && asked.output.includes("postgres") && (process.platform === "win32" || asked.output.includes(cluster));
}

/** Like `isPostmaster`, for looking often: where the full answer costs another process, any process of this pid counts. */
export function isServerAlive(pid: number, cluster: string): Promise<boolean> {
  return process.platform === "linux" ? isPostmaster(pid, cluster) : Promise.resolve(isAlive(pid));
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const execFileAsync = promisify(execFile);

export type Account = { uid: number; gid: number; name: string };

export type Outcome = { ok: boolean; output: string; errno?: string };

/** @returns the output on both streams, and the system's error code if the program couldn't be started */
export async function runProgram(file: string, args: string[], account: Account | null = null): Promise<Outcome> {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  try {
    const { stdout, stderr } = await execFileAsync(file, args, {
      ...identity,
      cwd: "/",
      env: quietEnvironment(),
      maxBuffer: 1e7,
    });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const failed = error as { stdout?: string; stderr?: string; code?: string | number; message: string };
    const errno = typeof failed.code === "string" ? failed.code : undefined;
    return { ok: false, output: `${failed.stdout ?? ""}${failed.stderr ?? ""}` || failed.message, errno };
  }
}

/** Nothing that changes the behavior of PostgreSQL's programs (PG*, LC_*), and none of the application's secrets. */
export function quietEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const passed = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR", "TZ"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), LC_ALL: "C", ...extra } as NodeJS.ProcessEnv;
}
