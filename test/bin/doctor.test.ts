// slow: app/boot/ app/domain/system/checks/ app/platform/ bin/ db/migrations/

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Check } from "../../app/domain/system/checks/check.ts";
import { findAtWork } from "../../app/platform/postgres/postmaster.ts";
import { hold } from "../platform/start-database.ts";
import { dataFolder, runCommand } from "./commands.ts";

const ENTRY = "bin/doctor.mjs";
const COMMAND = "app/boot/doctor-command.ts";
/** A port where nothing listens. */
const NOWHERE = "1";

async function doctor(env: NodeJS.ProcessEnv, entry = COMMAND) {
  const { code, out, err } = await runCommand(entry, { PORT: NOWHERE, ...env }, ["--json"]);
  expect(err).toBe("");
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Check[] };
  return { code, ok, of: (name: string) => checks.find((one) => one.name === name) };
}

test("a wrong configuration, and a database that can't be reached, fail with the reason; the other checks go on", async () => {
  const wrong = await doctor({ PORT: "eighty" });
  expect([wrong.code, wrong.ok, wrong.of("environment")?.found]).toEqual([1, false, expect.stringContaining('PORT is "eighty"')]);
  const DATA_DIR = await dataFolder();
  const lost = await doctor({ DATA_DIR, DATABASE_URL: "postgres://lark:hush@127.0.0.1:1/lark", LOGLEVEL: "info" });
  expect([lost.code, lost.ok, lost.of("database")?.found]).toEqual([1, false, expect.stringContaining("connection refused")]);
  expect(lost.of("jobs")).toMatchObject({ state: "warning", mend: null });
  expect(lost.of("pictures")?.state).toBe("ok");
  expect(lost.of("environment")?.found).toContain("is LOG_LEVEL meant?");
  expect(JSON.stringify(lost)).not.toContain("hush");
});

test("as text, it says why and how to fix what needs attention", async () => {
  const DATA_DIR = await dataFolder();
  const { code, out } = await runCommand(COMMAND, { DATA_DIR, PORT: NOWHERE, SITE_URL: "http://lark.example" }, []);
  expect(code).toBe(1);
  // Lines are broken where they are full, which depends on how long the folder's path is.
  expect(out.replace(/\s+/g, " ")).toContain(`✗ Database There is no database in ${DATA_DIR} yet: the first start of the site`);
  expect(out).toMatch(
    /! Public URL and HTTPS +The site’s URL http:\/\/lark\.example isn’t encrypted\.\n +Why: .*\n(.*\n)?(.*\n)? +Fix: Put a proxy/,
  );
  expect(out).toMatch(/\n\n\d+ OK, \d+ needs? attention, 1 failed\.\n$/);
  expect(await findAtWork(join(DATA_DIR, "postgres"))).toBe("nothing");
  const { code: misused, err } = await runCommand(COMMAND, {}, ["--everything"]);
  expect([misused, err]).toEqual([2, expect.stringContaining("npm run doctor")]);
});

test("it looks at the embedded database whether or not the site runs, and at the running server; well means exit code 0", async () => {
  const DATA_DIR = await dataFolder();
  const dataDir = join(DATA_DIR, "postgres");
  const site = await hold({ dataDir, durable: true });
  const server = createServer((request, response) => {
    const metrics =
      "skylark_proxied_requests_total 4\nskylark_proxied_requests_without_addresses_total 4\nskylark_proxied_requests_fewest_addresses 0\n";
    response.end(request.url === "/metrics" ? metrics : JSON.stringify({ status: "ready" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const PORT = String((server.address() as AddressInfo).port);
  const running = await doctor({ DATA_DIR, PORT, TRUST_PROXY: "1" });
  expect(running.of("server")).toMatchObject({ state: "ok", found: "The site is running and ready." });
  expect(running.of("proxy")).toMatchObject({ state: "warning", found: expect.stringContaining("4 of 4 requests") });
  expect(running.of("database")?.found).toContain("the embedded database");
  expect(running.of("database_settings")?.state).toBe("ok");
  // This database has no tables yet. The command says so and makes none.
  expect(running.of("migrations")?.state).toBe("warning");
  expect(running.of("mails")?.found).toBe("This is unknown until the first start has created the tables.");
  expect(await findAtWork(dataDir)).toMatchObject({ connection: { user: "skylark" } });
  await site.stop();

  await runCommand("app/boot/user-command.ts", { DATA_DIR }, ["create", "ada@blog.example", "--admin"]);
  const stopped = await doctor({ DATA_DIR }, ENTRY);
  expect([stopped.code, stopped.ok, stopped.of("migrations")?.state]).toEqual([0, true, "ok"]);
  expect(stopped.of("server")).toMatchObject({ state: "warning", found: "The site isn’t running." });
  expect(stopped.of("database_settings")?.state).toBe("ok");
  expect(await findAtWork(dataDir)).toBe("nothing");
});
