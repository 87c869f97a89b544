// slow: app/boot/ app/platform/ db/migrations/

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { newFolder } from "../platform/start-database.ts";

const MIGRATIONS = readdirSync("db/migrations").length;

const CTRL_C = "\u0003";

/** Starts the built product for the first time, stops it once it has printed its address, and returns what it printed. */
async function firstStart(onTerminal: boolean): Promise<string[]> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: "0", DATA_DIR: await newFolder(), TERM: "dumb", NO_COLOR: "1" };
  const server = `exec ${process.execPath} bin/start.mjs`;
  // `script` (util-linux) gives the program a terminal.
  const [command, args] = onTerminal ? ["script", ["-qefc", server, "/dev/null"]] : ["sh", ["-c", server]];
  const child = spawn(command, args as string[], { env, stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (/setup\?token=\S+\s/.test(printed)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code}:\n${printed}`)));
  });
  if (onTerminal) child.stdin.write(CTRL_C);
  else child.kill("SIGTERM");
  await once(child, "exit");
  return printed.split(/\r?\n/);
}

test("on a terminal a person reads each step in a line with its time, then the address", async () => {
  const lines = await firstStart(true);
  const time = String.raw` +\d+\.\d s`;
  const shown = lines.slice(0, lines.findIndex((line) => line.includes("/setup?")) + 1).filter((line) => line !== "");
  const expected = [
    `^  PostgreSQL \\d+\\.\\d+ is ready${time}$`,
    `^  Database made, ${MIGRATIONS} migrations${time}$`,
    `^  Demo content added${time}$`,
    `^  Ready${time}$`,
    String.raw`^  Skylark is at http://127\.0\.0\.1:\d+$`,
    String.raw`^  The first admin \(shown only now\):$`,
    String.raw`^    email     \S+$`,
    String.raw`^    password  \S+$`,
    String.raw`^  Set it up in a browser \(works once, within 24 hours\):$`,
    String.raw`^    http://127\.0\.0\.1:\d+/setup\?token=[0-9a-f]{64}$`,
  ];
  expect(shown).toEqual(expected.map((pattern) => expect.stringMatching(new RegExp(pattern))));
});

test("elsewhere programs read one JSON line for each step", async () => {
  const lines = await firstStart(false);
  const entries = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.filter(({ msg }) => /is ready/.test(String(msg)))).toHaveLength(1);
  const migrated = entries.filter((entry) => JSON.stringify(entry).includes("migration"));
  expect(migrated).toEqual([
    expect.objectContaining({
      level: "info",
      msg: `Database made, ${MIGRATIONS} migrations`,
      migrations: MIGRATIONS,
      ms: expect.any(Number),
    }),
  ]);
  expect(lines.filter((line) => line !== "" && !line.startsWith("{")).map((line) => line.trim().split(/\s{2,}/)[0])).toEqual([
    expect.stringMatching(/^Skylark is at http/),
    "The first admin (shown only now):",
    "email",
    "password",
    "Set it up in a browser (works once, within 24 hours):",
    expect.stringMatching(/^http:\S+\/setup\?token=[0-9a-f]{64}$/),
  ]);
});
