// slow: app/boot/ app/http/ deploy/

import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { serveSite } from "../faults/serve-site.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Rule = { alert: string; expr: string; for?: string; labels: { severity: string }; annotations: Record<string, string> };
type Panel = { title: string; targets: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } };

const rules = () =>
  (parse(readFileSync("deploy/prometheus-alerts.yml", "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (one) => one.rules,
  );
const panels = () => (JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8")) as { panels: Panel[] }).panels;

/** The metrics that an expression of PromQL names: words that are neither labels, functions nor operators. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, "")
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replace(/\b(by|without|on)\s*\([^)]*\)/g, " ");
  const words = [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !["and", "or", "unless", "by", "e9", "e8"].includes(word));
}

test("the metrics of an expression are distinguished from its functions and labels", () => {
  const expression = 'sum by (le) (rate(a_bucket{route!~"b"}[5m])) > 1e9 or time() - c unless d';
  expect(metricsIn(expression)).toEqual(["a_bucket", "c", "d"]);
});

test("alerts say what is wrong and what to do, and panels don't overlap", () => {
  expect(new Set(rules().map(({ alert }) => alert)).size).toBe(rules().length);
  for (const { alert, labels, annotations, ...rule } of rules()) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(warning|critical)$/)]);
    expect([alert, annotations.summary, annotations.description]).toEqual([alert, expect.any(String), expect.any(String)]);
    expect([alert, rule.for ?? "0s"]).toEqual([alert, expect.stringMatching(/^\d+[smhd]$/)]);
  }
  const cells = panels().flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels().every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

test("metrics are merged over workers, are served on a port of their own with a token, and are those that alerts and dashboard name", async () => {
  const token = "early-lark-0123456789";
  const port = await freePort();
  const env = {
    WORKERS: "2",
    METRICS_PORT: String(port),
    METRICS_TOKEN: token,
    DEMO_CONTENT: "false",
    ADMIN_EMAIL: "a@b.example",
  };
  const { address } = await serveSite(env);
  const READS = 30;
  for (let n = 0; n < READS; n++)
    expect((await fetch(`${address}/api/tags`, { headers: { connection: "close" } })).status).toBe(200);

  const HOMES = 20;
  for (let n = 0; n < HOMES; n++) await fetch(address, { method: n % 2 ? "HEAD" : "GET", headers: { connection: "close" } });

  const read = async (url: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
    const answer = await fetch(url, { headers: { connection: "close", ...headers } });
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  const own = `http://127.0.0.1:${port}/metrics`;
  const figureOf = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1],
    );
  const counted = 'http_requests_total{method="GET",route="/api/tags",status="200"}';
  // Whichever process answers, it is the same figure.
  for (const url of [own, own, ...Array(6).fill(`${address}/metrics`)]) {
    const { status, text } = await read(url);
    expect([status, figureOf(text, counted)]).toEqual([200, READS]);
  }
  // Whether from memory or rendered, an answer counts once.
  const { text: all } = await read(own);
  const ofPages = (name: string, method: string) =>
    [...all.matchAll(new RegExp(`^${name}\\{method="${method}",route="(?:cached page|/\\*)",status="200"\\} (\\d+)$`, "gm"))].map(
      ([, count]) => Number(count),
    );
  for (const method of ["GET", "HEAD"])
    for (const name of ["http_requests_total", "http_request_duration_seconds_count"]) {
      const counts = ofPages(name, method);
      expect([name, method, counts.length, counts.reduce((sum, count) => sum + count, 0)]).toEqual([name, method, 2, HOMES / 2]);
    }
  expect((await read(own, {})).status).toBe(401);
  expect((await read(own, { authorization: "Bearer late-lark-01234567890" })).status).toBe(401);
  expect((await read(own.replace("/metrics", "/"))).status).toBe(404);

  const { text, type } = await read(own);
  expect(type).toBe("text/plain; version=0.0.4; charset=utf-8");
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(figureOf(text, `skylark_build_info{version="${version}",node="${process.versions.node}"}`)).toBe(1);
  expect(figureOf(text, "skylark_database_up")).toBe(1);
  // Both pools count, but a job or a byte of the disk is there once.
  expect(figureOf(text, "skylark_database_connections_max")).toBe(26);
  const heard = figureOf(text, "skylark_notifications_last_heard_timestamp_seconds");
  expect(Math.abs(Date.now() / 1000 - heard)).toBeLessThan(120);
  expect(figureOf(text, 'skylark_disk_size_bytes{folder="data"}')).toBeGreaterThan(1e6);

  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind]) => [name, kind]));
  const known = new Set(
    [...types].flatMap(([name, kind]) => (kind === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])),
  );
  // Prometheus itself makes this one.
  known.add("up");
  const named = [...rules().map(({ expr }) => expr), ...panels().flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  expect(named.length).toBeGreaterThan(30);
  for (const expression of named) {
    const used = metricsIn(expression);
    expect([expression, used.length > 0, used.filter((name) => !known.has(name))]).toEqual([expression, true, []]);
  }
});
