import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppEnv } from "../../app/http/env.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { buildPost } from "../builders.ts";

let app: TestApp;
let server: Server;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  for (let n = 0; n < 6; n++) await buildPost(app.context.db);
  const listener = getRequestListener((request, env) => app.fetch(request, env as AppEnv["Bindings"]));
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await app.close();
});

type Got = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** One request over a real socket; `chunks` are sent chunked, one after the other. */
function ask(method: string, path: string, headers: Record<string, string> = {}, chunks: string[] = []): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: "127.0.0.1", method, path, headers: { connection: "close", ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      },
    );
    let answered = false;
    request.on("response", () => {
      answered = true;
    });
    // A server that has refused a body need not read on.
    request.on("error", (error) => answered || reject(error));
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

const JSON_HEADERS = { "content-type": "application/json", "x-session-id": session("a") };
const statusAndCode = ({ status, bytes }: Got) => [status, JSON.parse(bytes.toString()).code];

test("large bodies are refused, whether they declare their length or come in chunks", async () => {
  const megabyte = ["x".repeat(1024 * 1024)];
  const length = { "content-length": String(1024 * 1024) };
  expect(statusAndCode(await ask("POST", "/api/likes/toggle", { ...JSON_HEADERS, ...length }, megabyte))).toEqual([
    413,
    "payload_too_large",
  ]);
  const chunks = Array.from({ length: 40 }, () => "x".repeat(2048));
  expect(statusAndCode(await ask("POST", "/api/likes/toggle", JSON_HEADERS, chunks))).toEqual([413, "payload_too_large"]);
  const small = await ask("POST", "/api/likes/toggle", JSON_HEADERS, ['{"article_id":', `"${crypto.randomUUID()}"}`]);
  expect(statusAndCode(small)).toEqual([404, "PGRST116"]);
});

test("rare methods are refused like others", async () => {
  for (const method of ["TRACE", "PUT", "PROPFIND", "QUERY"]) {
    const { status, headers } = await ask(method, "/api/posts");
    expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
  }
});

test("OPTIONS is answered over a real socket, with or without a content type", async () => {
  for (const path of [
    "/auth/v1/user",
    "/auth/v1/token?grant_type=password",
    "/auth/v1/no/such/thing",
    "/api/posts",
    "/api/visits",
  ]) {
    for (const headers of [{}, { "content-type": "text/plain", origin: "https://elsewhere.example" }]) {
      const { status, headers: got } = await ask("OPTIONS", path, headers as Record<string, string>);
      expect([path, status]).toEqual([path, 204]);
      expect(got.allow, path).toContain("OPTIONS");
    }
  }
});

test("paths that aren't UTF-8 or have invalid percent-encoding are refused", async () => {
  for (const path of ["/api/posts/%E0%A4%A", "/api/posts/%FF", "/api/posts/%", "/api/posts/%00"]) {
    const got = await ask("GET", path);
    expect([path, ...statusAndCode(got)]).toEqual([path, 400, "invalid_input"]);
  }
});

test("responses over 1 KB are compressed as the client accepts", async () => {
  const plain = await ask("GET", "/api/posts");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.headers.vary).toMatch(/accept-encoding/i);
  const brotli = await ask("GET", "/api/posts", { "accept-encoding": "gzip, deflate, br" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  const gzip = await ask("GET", "/api/posts", { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(Number(gzip.headers["content-length"])).toBe(gzip.bytes.length);
  expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 2);
  const small = await ask("GET", "/api/tags", { "accept-encoding": "br" });
  expect(small.headers["content-encoding"]).toBeUndefined();
});

test("an unchanged page answers 304 without a body, in any encoding", async () => {
  const first = await ask("GET", "/api/posts", { "accept-encoding": "br" });
  const etag = String(first.headers.etag);
  expect(first.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  const again = await ask("GET", "/api/posts", { "if-none-match": etag, "accept-encoding": "gzip" });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
  expect(again.headers["content-security-policy"]).toBeTruthy();
  await buildPost(app.context.db);
  expect((await ask("GET", "/api/posts", { "if-none-match": etag })).status).toBe(200);
});

test("refusals and writes aren't cached", async () => {
  const reader = app.actors.reader(session("a"));
  const { id } = await buildPost(app.context.db);
  const written = await reader.post("/api/likes/toggle", { article_id: id });
  expect(written.status).toBe(200);
  for (const { headers } of [written, await reader.get("/api/posts/nothing-here"), await reader.post("/api/likes/toggle", {})]) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("etag")).toBe(false);
  }
});
