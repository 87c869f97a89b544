import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { hashPassword } from "../app/domain/auth/passwords.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { ARTICLE, startSite } from "./site.ts";

export const title = "Signing in: how many sign-ins succeed, and how much readers notice";

const PASSWORD = "a password for the bench";
const ACCOUNTS = 200;
const SECONDS = 5;
/** The load on the site in requests per second: sign-in attempts, and pages that are read at the same time. */
const TRIED = 50;
const READ = 100;

/** Connections for readers, so that they don't wait for sign-ins. */
const readers = new Agent({ keepAlive: true });
const others = new Agent({ keepAlive: true });

type Answer = { status: number; text: string };
type Init = { method?: string; body?: object; headers?: Record<string, string> };

/** One request; `client` is the IP address that the proxy would name. */
function ask(url: string, client: number, { method = "GET", body, headers = {} }: Init = {}): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const sent = {
    "x-forwarded-for": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`,
    ...(text !== undefined && { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, agent: method === "GET" ? readers : others, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    sending.on("error", reject);
    sending.end(text);
  });
}

let clients = 0;
const account = (n: number) => `reader-${n % ACCOUNTS}@bench.example`;
const signIn = (address: string, n: number, password = PASSWORD) =>
  ask(`${address}/auth/v1/token?grant_type=password`, ++clients, { method: "POST", body: { email: account(n), password } });

/** Runs `lanes` loops in parallel for a while. @returns how often per second */
async function rate(lanes: number, work: (lane: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const lane = async (n: number) => {
    for (; performance.now() < until; done++) await work(n);
  };
  await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)));
  return done / SECONDS;
}

/** Sends requests at a fixed rate, whether or not the earlier ones are answered, as people do. @returns their results */
async function stream<T>(perSecond: number, seconds: number, send: (n: number) => Promise<T>): Promise<T[]> {
  const began = performance.now();
  const sent: Promise<T>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    sent.push(send(n));
  }
  return Promise.all(sent);
}

/** How long it took to read a page, in ms. */
const readPages = (address: string, seconds: number) =>
  stream(READ, seconds, async () => {
    const began = performance.now();
    const { status } = await ask(address + ARTICLE, ++clients);
    if (status !== 200) throw new Error(`${ARTICLE} answers ${status}`);
    return performance.now() - began;
  });

async function addAccounts(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const insert = `with made as (
      insert into users (email, email_confirmed_at) select 'reader-' || n || '@bench.example', now() from generate_series(0, $1) n returning id)
    insert into user_passwords (user_id, hash) select id, $2 from made`;
  await client.query(insert, [ACCOUNTS - 1, await hashPassword(PASSWORD)]).finally(() => client.end());
}

type Session = { access_token: string; refresh_token: string };

async function session(address: string, n: number): Promise<Session> {
  const { status, text } = await signIn(address, n);
  if (status !== 200) throw new Error(`The sign-in of ${account(n)} answers ${status}: ${text}`);
  return JSON.parse(text) as Session;
}

async function measure(address: string): Promise<Row[]> {
  const held: Session[] = [];
  for (let n = 0; n < 8; n++) held.push(await session(address, n));
  await readPages(address, 2);
  const quiet = await readPages(address, SECONDS);

  const expect = (status: number, answer: Answer) => {
    if (answer.status !== status) throw new Error(`answers ${answer.status} instead of ${status}: ${answer.text}`);
    return answer;
  };
  const checks = await rate(8, async (lane) =>
    expect(
      200,
      await ask(`${address}/auth/v1/user`, ++clients, { headers: { authorization: `Bearer ${held[lane]?.access_token}` } }),
    ),
  );
  const refreshes = await rate(8, async (lane) => {
    const body = { refresh_token: held[lane]?.refresh_token };
    const url = `${address}/auth/v1/token?grant_type=refresh_token`;
    held[lane] = JSON.parse(expect(200, await ask(url, ++clients, { method: "POST", body })).text) as Session;
  });
  let next = 0;
  const signIns = await rate(4, async () => expect(200, await signIn(address, next++)));

  // Two in three use a wrong password, from everywhere.
  const guess = (n: number) => signIn(address, n, n % 3 === 0 ? PASSWORD : `guess ${n}`).then(({ status }) => status);
  const [busy, statuses] = await Promise.all([readPages(address, 2 * SECONDS), stream(TRIED, 2 * SECONDS, guess)]);
  const answered = statuses.filter((status) => status === 200 || status === 400).length;
  const turnedAway = statuses.filter((status) => status === 429).length;
  if (answered + turnedAway !== statuses.length) throw new Error(`Sign-ins were answered ${[...new Set(statuses)].join(", ")}`);
  return [
    { measure: "sign-ins, one after the other in four places", value: signIns, unit: "per second" },
    { measure: "refreshes, in eight places", value: refreshes, unit: "per second" },
    { measure: "checks of a token, with the account read again", value: checks, unit: "per second" },
    { measure: `pages, 99 % within, while nobody signs in (${READ} read per second)`, value: quantile(quiet, 0.99), unit: "ms" },
    {
      measure: `pages, 99 % within, while ${TRIED} sign-ins per second are tried`,
      value: quantile(busy, 0.99),
      unit: "ms",
      target: "≤ 20",
    },
    { measure: "of these sign-ins, answered", value: (100 * answered) / statuses.length, unit: "%" },
    { measure: "of these sign-ins, told to come back shortly", value: (100 * turnedAway) / statuses.length, unit: "%" },
  ];
}

/** The bench has its own database, so that it can add accounts; every request comes from another IP address. */
export async function run(): Promise<Row[]> {
  return withScratch((folder) =>
    using(
      startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log: { info: () => {}, warn: () => {} } }),
      async ({ connection }) => {
        const query = new URLSearchParams({ host: String(connection.host), user: String(connection.user) });
        if (connection.password) query.set("password", String(connection.password));
        if (connection.port) query.set("port", String(connection.port));
        const DATABASE_URL = `postgres:///${connection.database}?${query}`;
        return using(
          startSite(join(folder, "data"), { DATABASE_URL, TRUST_PROXY: "1", LOG_LEVEL: "error" }),
          async ({ address }) => {
            await addAccounts(connection);
            return measure(address);
          },
        );
      },
    ),
  );
}
