// slow: app/boot/ app/platform/log.ts server.ts

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ADMIN } from "../instances/boot-instance.ts";
import { serveSite } from "./serve-site.ts";

test.each(["callback", "promise"])(
  "an error in a %s that nobody handles is logged, and the site stops in order with 1",
  (how) => {
    const args = ["--no-warnings", join(import.meta.dirname, "fail-late.ts"), how];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      env: { ...process.env, LOG_LEVEL: "info" },
    });
    const lines = stdout.trimEnd().split("\n");
    expect(status).toBe(1);
    expect(lines.pop()).toBe("stopped");
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [0, 1].map(() =>
        expect.objectContaining({
          level: "fatal",
          err: expect.objectContaining({ message: "nobody awaits this" }),
        }),
      ),
    );
  },
);

test("the site goes on when the reader of its output has ended", async () => {
  const site = await serveSite({ WORKERS: "2", DEMO_CONTENT: "false", ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  site.child.stdout?.destroy();
  site.child.stderr?.destroy();
  const status = async (path: string, options?: RequestInit) => (await fetch(site.address + path, options)).status;
  for (let n = 0; n < 4; n++) {
    expect(await status("/missing")).toBe(404);
    // Without a mail server, the letter is printed.
    const asked = {
      method: "POST",
      body: JSON.stringify({ email: ADMIN.email }),
      headers: { "content-type": "application/json" },
    };
    expect(await status("/auth/v1/recover", asked)).toBeLessThan(500);
  }
  // It is printed in the background.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await status("/healthz")).toBe(200);
  expect(site.child.exitCode).toBeNull();
  expect(await site.stop()).toBe(0);
});
