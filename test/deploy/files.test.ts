import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import type { Check } from "../../app/domain/system/checks/check.ts";
import { UPLOAD_PATHS } from "../../app/http/upload-paths.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../../bin/setup/server-process.mjs";
import { createTestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { makeCertificate } from "../several/make-certificate.ts";
import { startNginx } from "../several/start-nginx.ts";

const text = (path: string) => readFileSync(path, "utf8");

test("the image runs the server as npm start does, as an ordinary user, and has a health check", () => {
  // Lines that are continued are one instruction.
  const instructions = text("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : [/^(\w+) (.*)$/.exec(line.trim())?.slice(1) ?? [line, ""]]))
    .map(([name = "", rest = ""]) => ({ name, rest }));
  const of = (wanted: string) => instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest);
  expect(of("FROM")).toEqual(["node:24-slim AS build", "node:24-slim"]);
  expect(JSON.parse(of("CMD").at(-1) ?? "")).toEqual(["node", ...SERVER_FLAGS, "build/current/server/server.js"]);
  const final = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  expect(final.findIndex(({ name }) => name === "USER")).toBeLessThan(final.findIndex(({ name }) => name === "CMD"));
  expect(of("USER")).toEqual(["node"]);
  const env = Object.fromEntries(of("ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("=") as [string, string])));
  expect(env).toMatchObject(SERVER_ENVIRONMENT);
  expect(readConfig({ ...env, DATA_DIR: tmpdir() })).toMatchObject({ host: "0.0.0.0", port: 3000, warnings: [] });
  expect(of("VOLUME")).toEqual([env.DATA_DIR]);
  const check = JSON.parse(/CMD (\[.*\])$/.exec(of("HEALTHCHECK")[0] ?? "")?.[1] ?? "null") as string[];
  const [command, ...args] = check;
  expect(command).toBe("node");
  // Nothing listens on this port.
  expect(() => execFileSync(process.execPath, args, { env: { PORT: "1" }, stdio: "ignore" })).toThrow();
  for (const ignored of ["node_modules", "data", ".git", "build"]) expect(text(".dockerignore").split("\n")).toContain(ignored);
});

test("Compose gives the site variables that it knows, and waits for the database", () => {
  const { services, volumes } = parse(text("deploy/compose.yaml")) as {
    services: Record<
      string,
      { environment: Record<string, string>; volumes: string[]; depends_on?: object; build?: { context: string } }
    >;
    volumes: object;
  };
  expect(Object.keys(services)).toEqual(["site", "database"]);
  const { site, database } = services;
  // `${NAME:?why}` and `${NAME:-default}`, as Compose replaces them.
  const env = Object.fromEntries(
    Object.entries(site?.environment ?? {}).map(([name, value]) => [
      name,
      value
        .replace(/\$\{SITE_URL:\?[^}]*\}/, "https://blog.example.org")
        .replace(/\$\{\w+:\?[^}]*\}/g, "secret")
        .replace(/\$\{\w+:-([^}]*)\}/g, "$1"),
    ]),
  );
  expect(readConfig(env)).toMatchObject({
    siteUrl: "https://blog.example.org",
    databaseUrl: "postgres://skylark:secret@database:5432/skylark",
    trustProxy: 1,
    warnings: [],
  });
  expect(database?.environment).toMatchObject({ POSTGRES_USER: "skylark", POSTGRES_DB: "skylark" });
  expect(site?.depends_on).toEqual({ database: { condition: "service_healthy" } });
  expect(existsSync(join("deploy", site?.build?.context ?? "", "Dockerfile"))).toBe(true);
  const named = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.split(":")[0]));
  expect(named.sort()).toEqual(Object.keys(volumes).sort());
});

test("the unit starts what is there and stops in order", () => {
  const settings = text("deploy/skylark.service")
    .split("\n")
    .flatMap((line) => /^([A-Za-z]+)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
  const of = (name: string) => settings[settings.indexOf(name) + 1];
  expect([of("KillMode"), of("TimeoutStopSec"), of("Restart"), of("NoNewPrivileges")]).toEqual([
    "mixed",
    "30",
    "on-failure",
    "yes",
  ]);
  expect(existsSync((of("ExecStart") ?? "").split(" ")[1] ?? "")).toBe(true);
  const [name = "", value = ""] = (of("Environment") ?? "").split("=");
  expect([name, value]).toEqual(["DATA_DIR", `/var/lib/${of("StateDirectory")}`]);
});

test("every file of deploy/ is named in the operations guide, and each version in the log", () => {
  const guide = text("docs/OPERATIONS.md");
  const { version } = JSON.parse(text("package.json")) as { version: string };
  for (const file of execFileSync("git", ["ls-files", "deploy"], { encoding: "utf8" }).trim().split("\n"))
    expect(guide).toContain(`\`${file}\``);
  expect(text("CHANGELOG.md")).toContain(`\n## ${version}\n`);
});

test("nginx takes large bodies at the paths of files and of agents alone, and passes those on as they arrive", () => {
  for (const [name, base] of [
    ["nginx.conf", ""],
    ["nginx-https.conf", ""],
    ["nginx-path.conf", "/blog"],
  ] as const) {
    const file = text(`deploy/${name}`).replace(/#.*$/gm, "");
    const [upload = "", path = ""] = /location ~ (\S+) \{[^}]*\}/.exec(file) ?? [];
    const rest = file.replace(upload, "");
    const [, tools = ""] = /location = (\S+)\/mcp \{[^}]*client_max_body_size 16m;/.exec(rest) ?? [];
    expect(tools, name).toBe(base);
    expect(upload).toContain("client_max_body_size 1g;");
    expect([...rest.matchAll(/client_max_body_size (\w+);/g)].map(([, size]) => size)).toEqual(["2m", "16m"]);
    expect(name === "nginx.conf" ? upload : rest).toContain("proxy_request_buffering off;");
    for (const one of UPLOAD_PATHS) expect(`${base}${one}`, name).toMatch(new RegExp(path));
    for (const other of ["/api/admin/posts", "/api/comments", "/api/admin/media/1"])
      expect(`${base}${other}`).not.toMatch(new RegExp(path));
  }
});

test("nginx with HTTPS passes on the visitor's address, leads to https, and keeps the metrics to this machine", async () => {
  const certificate = makeCertificate();
  onTestFinished(certificate.forget);
  const app = await createTestApp({ siteUrl: "https://blog.example.org", trustProxy: 1, env: { TRUST_PROXY: "1" } });
  onTestFinished(() => app.close());
  const server = serve({ fetch: app.fetch as never, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const nginx = await startNginx(text("deploy/nginx-https.conf"), [port], certificate.folder);
  onTestFinished(nginx.stop);

  const ask = (
    path: string,
    { isSecure = true, ...asked }: { isSecure?: boolean; method?: string; headers?: Record<string, string> } = {},
  ) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const headers = { host: "blog.example.org", ...asked.headers };
      const options = { path, ...asked, headers, rejectUnauthorized: false };
      const made = isSecure ? httpsRequest(nginx.secureAddress, options) : httpRequest(nginx.address, options);
      made.once("error", reject);
      made.once("response", (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          body += part;
        });
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      });
      if (asked.method) made.flushHeaders();
      else made.end();
    });
  const moved = await ask("/story/a?b=c", { isSecure: false });
  expect([moved.status, moved.headers.location]).toEqual([301, "https://blog.example.org/story/a?b=c"]);
  const { token } = await signedInUser(app, { role: "admin" });
  const { body } = await ask("/api/admin/system/checks", { headers: { authorization: `Bearer ${token}` } });
  const proxy = (JSON.parse(body) as { items: Check[] }).items.find(({ name }) => name === "proxy");
  expect(proxy).toMatchObject({ state: "ok", found: "TRUST_PROXY is 1, and requests carry as many addresses (1 request seen)." });
  expect((await ask("/metrics")).status).toBe(404);
  // The proxy itself refuses what only files may have; those reach the site, which asks who sends them.
  const large = { "content-length": String(3 * 2 ** 20), connection: "close" };
  const post = (path: string) => ask(path, { method: "POST", headers: large });
  expect((await post("/api/likes")).status).toBe(413);
  expect((await post("/api/admin/media/files?name=a.mp3")).status).toBe(401);
  expect((await ask("/api/posts")).headers["strict-transport-security"]).toBe("max-age=31536000");
});
