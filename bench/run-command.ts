import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { COMMAND_FLAGS, SERVER_ENVIRONMENT } from "../bin/setup/server-process.mjs";

/** Runs a command without a site, as `npm run` does, and records the most memory that it takes, in MB. */
export async function runCommand(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ seconds: number; peak: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [...COMMAND_FLAGS, join("app", "boot", script), ...args], {
    env: { ...SERVER_ENVIRONMENT, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2000);
  });
  let peak = 0;
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${said}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}
