import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { newFolder } from "../platform/start-database.ts";

export type Site = {
  address: string;
  dataDir: string;
  child: ChildProcess;
  /** what it has printed, as lines */
  printed(): string[];
  stop(): Promise<number | null>;
};

/** Starts the built product as `npm start` does, on a free port, until the test ends. @param env variables besides those of every program */
export async function serveSite(env: Record<string, string> = {}): Promise<Site> {
  const { PATH, HOME } = process.env;
  const dataDir = env.DATA_DIR ?? (await newFolder());
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    env: { PATH, HOME, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const exited = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const [code] = await exited;
    return code as number | null;
  };
  onTestFinished(async () => {
    await stop();
  });
  for (;;) {
    const address = /Skylark is at (http\S+)/.exec(output)?.[1];
    if (address) return { address, dataDir, child, printed: () => output.split("\n"), stop };
    if (child.exitCode !== null) throw new Error(`The site did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
