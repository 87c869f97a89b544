import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** How a command has ended, and its output. */
export type Ran = { code: number; out: string; err: string };

/** Runs a command as an operator does, with only the environment variables that every program needs, and the run's compile cache. */
export function runCommand(entry: string, env: NodeJS.ProcessEnv, args: string[]): Promise<Ran> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ran: Ran = { code: -1, out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.err += text;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...ran, code: code ?? -1 })));
}

/** A new folder for a test, which PostgreSQL's user can enter. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skylark-command-"));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
