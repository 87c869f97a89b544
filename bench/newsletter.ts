import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { SMTPServer } from "smtp-server";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { createLog } from "../app/platform/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import { ask, signIn } from "./back-office.ts";
import { ADMIN, databaseUrl } from "./database/filled-office.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { ARTICLE, type RunningSite, startSite } from "./site.ts";

const SIZES = (process.env.BENCH_SUBSCRIBERS ?? "10000,100000").split(",").map(Number);
const ROUNDS = 15;
/** How long sending and reading are watched, in seconds. */
const WINDOW = 15;
const READS_PER_SECOND = 20;
const PUBLICATIONS = 12;
const FULL_SPEED = 1000;
/** The setting's default. */
const USUAL_SPEED = 10;
/** Of a processor's time in /proc, each second. */
const TICKS = 100;
const PATIENCE_MS = 180_000;

export const title =
  "The newsletter, with 10 000 and 100 000 subscribers, and a mail server on the same machine that takes everything";

const log = createLog({ level: "error" });

/** Takes every message and forgets it. */
async function startSink() {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _, done) {
      stream.once("end", () => {
        taken += 1;
        done();
      });
      stream.resume();
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken: () => taken,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

type Bench = { site: RunningSite; pool: Pool; taken(): number; call: Call; count: number };
type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

async function callerFor(address: string): Promise<Call> {
  const headers = await signIn(address);
  return async (method, path, body) => {
    const { status, text } = await ask(address + path, headers, { method, body: body && JSON.stringify(body) });
    if (status >= 300) throw new Error(`${method} ${path} answers ${status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
}

/** All but one in twenty are confirmed. */
const fill = async (pool: Pool, count: number) => {
  await pool.query(
    `insert into subscribers (email, state, source, consent_text, consent_at, created_at, confirmed_at, ended_at)
     select substr(md5(n::text), 1, 8) || '.reader' || n || '@mail' || n % 400 || '.example',
       case when n % 20 = 0 then 'left' else 'confirmed' end, 'form', 'Send me new articles by email.', at, at, at,
       case when n % 20 = 0 then now() end
     from (select n, now() - n * interval '5 minutes' as at from generate_series(1, $1::int) n) numbered`,
    [count],
  );
  await pool.query("vacuum analyze subscribers");
};

/** @param perSecond the limit; 1000 is the most that settings allow */
async function setUp(call: Call, perSecond: number): Promise<void> {
  const { settings, content, version } = await call<{ settings: object; content: object; version: number }>(
    "GET",
    "/api/admin/settings",
  );
  const chosen = {
    newsletter: true,
    newsletterSender: "news@bench.example",
    newsletterReplyTo: "ada@bench.example",
    postalAddress: "1 Lark Lane, Dawnfield",
    ...{ newsletterPerSecond: perSecond, newsletterPerHour: 1_000_000, newsletterPerDay: 10_000_000, newsletterConnections: 5 },
  };
  await call("PUT", "/api/admin/settings", { settings: { ...settings, ...chosen }, content, version });
}

const LISTS = ["", "?state=confirmed", "?search=reader", "?search=reader77", "?search=qqx", "?sort=email", "?page=400"];

async function lists({ call }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const query of LISTS) {
    const times: number[] = [];
    for (let round = -2; round < ROUNDS; round++) {
      const began = performance.now();
      await call("GET", `/api/admin/newsletter/subscribers${query}`);
      if (round >= 0) times.push(performance.now() - began);
    }
    rows.push({ measure: `the list ${query || "as it opens"}`, value: quantile(times, 0.95), unit: "ms, p95", target: "≤ 200" });
  }
  return rows;
}

/** Article pages one after the other, at a steady rate. @returns ms of each */
async function read({ site: { address } }: Bench): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  for (let n = 0; n < WINDOW * READS_PER_SECOND; n++) {
    await pause(Math.max(0, begun + (n * 1000) / READS_PER_SECOND - performance.now()));
    const began = performance.now();
    await ask(address + ARTICLE, {});
    times.push(performance.now() - began);
  }
  return times;
}

const residentMb = async (pid: number) =>
  (Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8").catch(() => ""))?.[1] ?? 0) * 1024) / 1e6;

/** Seconds of a processor that a process has used. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

const comparedWith = (quiet: readonly number[], busy: readonly number[], measure: string, target?: string): Row[] =>
  [0.5, 0.95].map((share) => ({
    measure: share === 0.5 ? measure : "",
    value: quantile(busy, share),
    unit: `ms, p${share * 100}`,
    ratio: quantile(busy, share) / quantile(quiet, share),
    ...(target && share === 0.5 && { target }),
  }));

/** Until the issue's recipients are fixed. @returns seconds, and MB that Node had more than before */
async function prepared({ site, pool }: Bench, id: string, before: number): Promise<{ seconds: number; more: number }> {
  const began = performance.now();
  let most = before;
  for (;;) {
    most = Math.max(most, await residentMb(site.pid));
    const { rows } = await pool.query("select from newsletter_issues where id = $1 and started_at is not null", [id]);
    const seconds = (performance.now() - began) / 1000;
    if (rows.length > 0) return { seconds, more: most - before };
    if (seconds * 1000 > PATIENCE_MS) throw new Error("The issue isn't prepared");
    await pause(20);
  }
}

async function sending(bench: Bench): Promise<Row[]> {
  const { call, site, taken } = bench;
  await read(bench);
  const quiet = await read(bench);
  const letter = {
    kind: "letter",
    subject: "On larks",
    content: "Larks sing at **dawn**.\n\n".repeat(60),
    content_format: "markdown",
  };
  const { id } = await call<{ id: string }>("POST", "/api/admin/newsletter/issues", {
    ...letter,
    audience: "all",
    category_id: null,
  });
  const before = await residentMb(site.pid);
  await call("POST", `/api/admin/newsletter/issues/${id}/start`, { when: "now" });
  const { seconds, more } = await prepared(bench, id, before);
  while (taken() < 100) await pause(10);
  const [first, began, used] = [taken(), performance.now(), await processorSeconds(site.pid)];
  const busy = await read(bench);
  const messages = taken() - first;
  const rate = messages / ((performance.now() - began) / 1000);
  const each = ((await processorSeconds(site.pid)) - used) / messages;
  await setUp(call, USUAL_SPEED);
  const usual = await read(bench);
  const { state } = await call<{ state: string }>("GET", `/api/admin/newsletter/issues/${id}`);
  if (state === "sending") await call("POST", `/api/admin/newsletter/issues/${id}/cancel`);
  return [
    { measure: "an issue prepared", value: seconds, unit: "s", target: "≤ 60" },
    { measure: "its memory, Node", value: more, unit: "MB more", target: "≤ 200" },
    {
      measure: `messages sent${state === "sent" ? ", all within the window" : ""}`,
      value: rate,
      unit: "messages/s",
      target: "≥ 200",
    },
    { measure: "Node's share of a processor for each message, pages included", value: each * 1000, unit: "ms" },
    ...comparedWith(quiet, busy, "a page read meanwhile"),
    ...comparedWith(quiet, usual, `a page read while ${USUAL_SPEED} a second are sent`, "≤ 1.1 of a page before"),
  ];
}

/** What the editor sends when "Publish" is pressed with "Send as newsletter". */
async function publishing({ call, pool }: Bench): Promise<Row[]> {
  const category_id = (await pool.query<{ id: string }>("select id from categories limit 1")).rows[0]?.id;
  const text = "Larks sing at dawn, and nobody knows why they begin before the light is there. ".repeat(40);
  const times: number[] = [];
  for (let n = 0; n < PUBLICATIONS; n++) {
    const post = {
      ...{ title: `An article for the bench ${n}`, slug: `bench-${n}`, description: text.slice(0, 140), excerpt: "" },
      ...{ content: `<p>${text}</p>`, content_format: "html", status: "published", category_id, tags: [] },
    };
    const began = performance.now();
    const { id: post_id } = await call<{ id: string }>("POST", "/api/admin/posts", post);
    const issue = { kind: "post", post_id, audience: "all", category_id: null };
    const { id } = await call<{ id: string }>("POST", "/api/admin/newsletter/issues", issue);
    await call("POST", `/api/admin/newsletter/issues/${id}/start`, { when: "now" });
    if (n >= 2) times.push(performance.now() - began);
    await call("POST", `/api/admin/newsletter/issues/${id}/cancel`).catch(() => {});
  }
  return [{ measure: "publishing with a newsletter", value: quantile(times, 0.95), unit: "ms, p95", target: "≤ 300" }];
}

async function measure(bench: Bench): Promise<Row[]> {
  const rows = [...(await lists(bench)), ...(await publishing(bench)), ...(await sending(bench))];
  return rows.map((row) => ({ ...row, measure: row.measure && `${bench.count} subscribers, ${row.measure}` }));
}

const withSubscribers = (count: number): Promise<Row[]> =>
  withScratch((folder) =>
    using(startSink(), ({ url, taken }) =>
      using(startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log }), ({ connection }) => {
        const environment = {
          DATABASE_URL: databaseUrl(connection),
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          SMTP_URL: url,
          LOG_LEVEL: "error",
        };
        return using(startSite(join(folder, "data"), environment), async (site) => {
          const { pool, close } = connectDatabase(connection, { log, max: 1 });
          try {
            await fill(pool, count);
            const call = await callerFor(site.address);
            await setUp(call, FULL_SPEED);
            return await measure({ site, pool, taken, call, count });
          } finally {
            await close();
          }
        });
      }),
    ),
  );

/** Over the built product, as an owner's browser and a mail server meet it. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of SIZES) rows.push(...(await withSubscribers(count)));
  return rows;
}
