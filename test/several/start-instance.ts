import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { vi } from "vitest";
import { type TestDatabase, urlOf } from "../platform/test-postgres.ts";

/** The account of the first admin. */
const ADMIN = { email: "keeper@skylark.example", password: "a lark sings early" };

export type Instance = {
  address: string;
  child: ChildProcess;
  printed(): string;
  /** @returns the exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts the built product. @param from `folder`: its DATA_DIR; `root`: the project's folder
 * @throws with what it printed when it ends instead of saying where it is
 */
export async function startInstance(
  from: { database: TestDatabase; folder: string; root?: string },
  settings: Record<string, string> = {},
): Promise<Instance> {
  const { PATH, HOME } = process.env;
  const server = realpathSync(join(from.root ?? ".", "build/current/server/server.js"));
  const child = spawn(process.execPath, [server], {
    env: {
      PATH,
      HOME,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: from.folder,
      DATABASE_URL: urlOf(from.database.config),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const ended = once(child, "exit");
  const address = () => /Skylark is at (http:\/\/\S+)/.exec(printed)?.[1];
  const isSettled = () => (address() ?? child.exitCode) !== null;
  await vi.waitUntil(isSettled, { timeout: 60_000, interval: 20 });
  if (child.exitCode !== null) throw new Error(`The instance ended with ${child.exitCode}:\n${printed}`);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return { address: address() ?? "", child, printed: () => printed, stop };
}
