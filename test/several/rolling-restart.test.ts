// slow: app/boot/ app/http/ bin/build.mjs bin/setup/ deploy/nginx.conf server.ts vite.config.ts

import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { dataFolder } from "../bin/commands.ts";
import { startS3 } from "../media/s3-server.ts";
import { createTestDatabase } from "../platform/database.ts";
import { urlOf } from "../platform/test-postgres.ts";
import { sendLoad } from "./send-load.ts";
import { freePort, type Instance, startInstance } from "./start-instance.ts";
import { startNginx } from "./start-nginx.ts";

const site = (server: string, location: string, upstream = "") => `
  upstream skylark { server 127.0.0.1:3000${server}; server 127.0.0.1:3001${server}; ${upstream} }
  server {
    listen 80;
    location / { proxy_pass http://skylark; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; ${location} }
  }`;
const KEEP_ALIVE = `proxy_http_version 1.1; proxy_set_header Connection "";`;
const AGAIN = "proxy_next_upstream error timeout http_502 http_503 non_idempotent;";
/** For ten seconds, nginx passes over a server that has refused a connection, unless it is told otherwise (`max_fails=0`). */
const BAN_MS = 11_000;
const SOON_MS = 300;

/** The variables that the operations guide gives every instance. */
const RECIPE = Object.fromEntries(
  (/## Several machines[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync("docs/OPERATIONS.md", "utf8"))?.[1] ?? "")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [line.split(/=(.*)/).slice(0, 2) as [string, string]])),
);

/** Ways to put nginx in front, and how long to wait before the other instance is restarted, in ms. */
const VARIANTS: [name: string, config: string, wait: number][] = [
  ["as documented", readFileSync("deploy/nginx.conf", "utf8"), SOON_MS],
  ["plain", site("", ""), BAN_MS],
  ["with persistent connections", site("", KEEP_ALIVE, "keepalive 16;"), BAN_MS],
  ["with persistent connections and repeated requests", site("", KEEP_ALIVE + AGAIN, "keepalive 16;"), BAN_MS],
  ["without memory of failures", site(" max_fails=0", ""), SOON_MS],
];

/** `ROLLING_REQUESTS=15000` sends so many through every variant; a run of all tests, fewer through the documented one. */
const REQUESTS = Number(process.env.ROLLING_REQUESTS ?? 0);
const chosen = VARIANTS.slice(0, REQUESTS > 0 ? undefined : 1);

test.each(chosen)(
  "two instances behind nginx (%s) are restarted in turn, and no request fails",
  {
    timeout: 600_000,
  },
  async (_, config, wait) => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const folders = [await dataFolder(), await dataFolder()];
    const ports = [await freePort(), await freePort()];
    const s3 = await startS3();
    onTestFinished(s3.stop);
    // As in the guide, but for addresses, and for the readers' own, which the load makes up behind another proxy.
    expect(Object.keys(RECIPE)).toEqual(
      "DATABASE_URL S3_URL SITE_URL ADMIN_EMAIL ADMIN_PASSWORD HOST PORT TRUST_PROXY DRAIN_DELAY".split(" "),
    );
    const start = (port: number) =>
      startInstance(
        { database, folder: folders[ports.indexOf(port)] ?? "" },
        {
          ...RECIPE,
          DATABASE_URL: urlOf(database.config),
          S3_URL: s3.url,
          SITE_URL: "http://blog.example",
          HOST: "127.0.0.1",
          PORT: String(port),
          TRUST_PROXY: String(Number(RECIPE.TRUST_PROXY) + 1),
        },
      );
    const instances: Instance[] = [];
    onTestFinished(() => instances.forEach(({ child }) => void child.kill("SIGKILL")));
    for (const [n, port] of ports.entries()) instances[n] = await start(port);
    const nginx = await startNginx(config, ports);
    onTestFinished(nginx.stop);
    const { posts } = (await (await fetch(`${nginx.address}/api/posts`)).json()) as { posts: { id: string; slug: string }[] };
    expect(posts.length).toBeGreaterThan(5);

    const client = new pg.Client(database.config);
    await client.connect();
    onTestFinished(() => client.end());
    const stored = async () =>
      (
        await client.query(`select (select sum(views)::integer from analytics_records) as "/api/visits",
          (select count(*)::integer from article_likes) as "/api/likes/toggle"`)
      ).rows[0] as Record<string, number>;
    const before = await stored();

    const load = sendLoad(nginx.address, posts);
    const restart = async (n: number) => {
      const port = ports[n] as number;
      const ready = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        );
      const { stop } = instances[n] as Instance;
      let isOver = false;
      const ended = stop().finally(() => {
        isOver = true;
      });
      const leaving = new Set<number>();
      for (; !isOver; await pause(10)) leaving.add(await ready());
      expect([await ended, leaving.has(503), await ready()]).toEqual([0, true, 0]);
      // While it starts, connections are refused, so that nginx goes to the other one.
      const answers = new Set<number>();
      const starting = start(port);
      for (let isUp = false; !isUp; ) {
        isUp = await Promise.race([starting.then(() => true), pause(10, false)]);
        answers.add(await ready());
      }
      instances[n] = await starting;
      expect([...answers]).toEqual([0, 200]);
      await pause(wait);
    };
    for (let round = 0; round === 0 || load.count() < REQUESTS; round++) for (const n of [0, 1]) await restart(n);
    const failures = await load.end();
    const errors = nginx
      .errors()
      .split("\n")
      .filter((line) => line !== "" && !line.includes("Connection refused"));
    if (REQUESTS > 0) console.info(`${failures.length} of ${load.count()} failed`, failures.slice(0, 5), errors.slice(0, 10));
    expect(failures, errors.join("\n")).toEqual([]);
    expect(load.count()).toBeGreaterThan(200);
    // A third start on a port that is taken is refused before anything slow begins.
    const unused = await dataFolder();
    const taken = { PORT: String(ports[0]), DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    await expect(startInstance({ database, folder: unused }, taken)).rejects.toThrow(
      `ended with 1:\n\nPort ${ports[0]} on 127.0.0.1 is taken by another program.`,
    );

    // What was acknowledged is there, and once. (A repeated request may count twice.)
    if (!config.includes("non_idempotent")) {
      const after = await stored();
      for (const path of ["/api/visits", "/api/likes/toggle"]) {
        expect([path, (after[path] ?? 0) - (before[path] ?? 0)]).toEqual([path, load.acknowledged(path)]);
      }
    }

    // Sessions and previews are shared.
    const call = async (n: number, path: string, token = "", body?: object) => {
      const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
      const how = body ? { method: "POST", body: JSON.stringify(body) } : {};
      const answer = await fetch(`http://127.0.0.1:${ports[n]}${path}`, { headers, ...how });
      return { status: answer.status, text: await answer.text() };
    };
    const who = { email: RECIPE.ADMIN_EMAIL, password: RECIPE.ADMIN_PASSWORD };
    const { access_token: token } = JSON.parse((await call(0, "/auth/v1/token?grant_type=password", "", who)).text);
    expect((await call(1, "/api/admin/dashboard", token)).status).toBe(200);
    const preview = await call(0, `/api/admin/posts/${posts[0]?.id}/previews`, token, { lasts: "7d", may_note: false });
    const link = /\/preview\/[\w-]+/.exec(preview.text)?.[0] ?? preview.text;
    expect([link, (await call(1, link)).status]).toEqual([link, 200]);
    expect((await call(1, "/auth/v1/logout", token, {})).status).toBe(204);
    expect((await call(0, "/api/admin/dashboard", token)).status).toBe(401);

    // A change reaches the cached pages of both.
    const page = (n: number) => fetch(`http://127.0.0.1:${ports[n]}/story/${posts[0]?.slug}`).then((answer) => answer.text());
    for (const n of [0, 1]) expect(await page(n)).not.toContain("Renamed while both serve");
    await client.query("update posts set title = 'Renamed while both serve' where id = $1", [posts[0]?.id]);
    for (const n of [0, 1])
      await expect.poll(() => page(n), { timeout: 5000, interval: 20 }).toContain("Renamed while both serve");
    for (const { stop } of instances) expect(await stop("SIGINT")).toBe(0);
  },
);
