import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { FOOT, HEAD, item } from "../test/imports/build-export.ts";
import type { Row } from "./row.ts";
import { runCommand } from "./run-command.ts";
import { using, withScratch } from "./scratch.ts";
import { siteEnvironment, startSite } from "./site.ts";

export const title = "Importing 10 000 posts of 600 words from WordPress, and exporting them";

const POSTS = 10_000;

/** An export in a file of its own. */
async function writeExport(file: string): Promise<void> {
  async function* parts() {
    yield HEAD;
    for (let n = 1; n <= POSTS; n++) yield item(n, 600);
    yield FOOT;
  }
  await pipeline(Readable.from(parts()), createWriteStream(file));
}

/** The commands `npm run import` and `npm run export`, as an operator runs them, on an embedded database. */
async function byCommand(file: string, folder: string): Promise<Row[]> {
  const env = { ...siteEnvironment(folder), DEMO_CONTENT: "false" };
  const dry = await runCommand("import-command.ts", [file, "--dry-run"], env);
  const first = await runCommand("import-command.ts", [file], env);
  const again = await runCommand("import-command.ts", [file], env);
  const out = await runCommand("export-command.ts", [join(folder, "all.zip")], env);
  return [
    { measure: "looking at them, with the start of the database", value: dry.seconds, unit: "s" },
    {
      measure: "posts a second, looked at and stored, with the start of the database",
      value: POSTS / first.seconds,
      unit: "/s",
      target: "≥ 200",
    },
    { measure: "memory at most", value: Math.max(dry.peak, first.peak), unit: "MB", target: "≤ 300" },
    { measure: "the same again, nothing new", value: again.seconds, unit: "s" },
    { measure: "exporting all of them", value: out.seconds, unit: "s" },
    { measure: "memory at most while exporting", value: out.peak, unit: "MB", target: "≤ 300" },
  ];
}

const OWNER = { email: "owner@bench.example", password: "ten thousand larks at dawn" };

/** Calls the API of a site as its owner. @throws when it refuses */
async function call<T>(address: string, path: string, init: RequestInit & { duplex?: "half" }, token = ""): Promise<T> {
  const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${address}${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
const asJson = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The most memory that a process has had so far, in MB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

type State = { id: string; state: string; refusal: object | null };

/** The same file uploaded over HTTP, as the screen does it, to a site that serves readers meanwhile. */
const overHttp = (file: string, folder: string): Promise<Row[]> => {
  const owner = { DEMO_CONTENT: "false", ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };
  return using(startSite(join(folder, "server"), owner), async ({ address, pid }): Promise<Row[]> => {
    const { access_token } = await call<{ access_token: string }>(address, "/auth/v1/token?grant_type=password", asJson(OWNER));
    const atRest = await peakOf(pid);
    const reach = async (id: string, wanted: string): Promise<void> => {
      for (;;) {
        const { state, refusal } = await call<State>(address, `/api/admin/imports/${id}`, {}, access_token);
        if (state === wanted) return;
        if (refusal) throw new Error(`The import is refused: ${JSON.stringify(refusal)}`);
        await pause(250);
      }
    };
    const began = performance.now();
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
    const upload = { method: "POST", body, duplex: "half", headers: { "content-type": "application/octet-stream" } } as const;
    const { id } = await call<State>(address, "/api/admin/imports?name=old.xml", upload, access_token);
    await reach(id, "checked");
    await call(address, `/api/admin/imports/${id}/start`, asJson({}), access_token);
    await reach(id, "done");
    const seconds = (performance.now() - began) / 1000;
    return [
      { measure: "over HTTP: posts a second, uploaded, checked and stored", value: POSTS / seconds, unit: "/s" },
      { measure: "over HTTP: memory of the server before", value: atRest, unit: "MB" },
      { measure: "over HTTP: memory of the server at most", value: await peakOf(pid), unit: "MB", target: "≤ 300" },
    ];
  });
};

export const run = (): Promise<Row[]> =>
  withScratch(async (folder) => {
    const file = join(folder, "old.xml");
    await writeExport(file);
    return [...(await byCommand(file, folder)), ...(await overHttp(file, folder))];
  });
