import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/** An operating-system user that PostgreSQL's programs run as instead of root. */
export type Account = { uid: number; gid: number; name: string };

export type Outcome = { ok: boolean; output: string; errno?: string };

/**
 * Runs a program to its end, as another user when one is given.
 * @returns whether it succeeded, what it printed on both streams, and the system's code when it could not even be started.
 */
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

/**
 * The environment of PostgreSQL's programs: theirs to find things, nothing that changes their behaviour (PG*, LC_*),
 * and none of the secrets that an application's environment holds.
 */
export function quietEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR", "TZ"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: "C", ...extra } as NodeJS.ProcessEnv;
}
