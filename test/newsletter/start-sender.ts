import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { SenderOptions } from "./sender-options.ts";

/** A process that sends issues, ready to be killed. @param environment more variables than this process has */
export async function startSender(options: SenderOptions, environment: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "run-sender.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  return child;
}
