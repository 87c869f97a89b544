import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";

const SUITE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

let app: TestApp;
let server: ReturnType<typeof createServer>;
let url: string;

beforeAll(async () => {
  let listener: ReturnType<typeof getRequestListener>;
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const siteUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  url = `${siteUrl}/mcp`;
  app = await createTestApp({ siteUrl });
  const { user } = await signedInUser(app, { role: "admin" });
  const { token } = await buildToken(app, user.id);
  listener = getRequestListener((request) => {
    // The suite sends no token.
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    return app.fetch(new Request(request, { headers }));
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await app.close();
});

/** @returns its output and how it ended: 0 if nothing failed but what the list explains, and all of that did */
function runSuite(): Promise<{ code: number | null; output: string }> {
  const args = [SUITE, "server", "--url", url, "--suite", "all", "--expected-failures", "test/mcp/conformance-failures.yml"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

test("the official suite finds no failure that isn't explained", { timeout: 300_000 }, async () => {
  const { code, output } = await runSuite();
  expect(code, output.slice(-3000)).toBe(0);
});
