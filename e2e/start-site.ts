import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVER_FLAGS } from "../bin/setup/server-process.mjs";

/**
 * Starts the built product as its users do, on a data folder of its own, for the whole run.
 * @returns Playwright calls it at the end: stops the site and insists that it stops well
 */
export default async function startSite(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "skylark-e2e-"));
  // The user that PostgreSQL runs as for root may pass, so that the database stays in here and goes with it.
  chmodSync(dataDir, 0o755);
  const site = spawn(process.execPath, [...SERVER_FLAGS, "build/server/server.js"], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let printed = "";
    site.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
      const found = /Skylark is at (http:\/\/\S+)/.exec(printed);
      if (found?.[1]) resolve(found[1]);
    });
    site.once("exit", (code) => reject(new Error(`The site ended with code ${code} before it was up:\n${printed}`)));
  });
  process.env.SITE = address;
  return async () => {
    const ended = new Promise<number | null>((resolve) => site.once("exit", resolve));
    site.kill("SIGTERM");
    const code = await ended;
    rmSync(dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The site should have stopped with code 0, but it was ${code}`);
  };
}
