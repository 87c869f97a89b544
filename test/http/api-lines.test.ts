import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost, buildUser } from "../builders.ts";

let app: TestApp;
let server: ReturnType<typeof serve>;
beforeAll(async () => {
  app = await createTestApp();
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch as never, port: 0, hostname: "127.0.0.1" }, () => resolve());
  });
});
afterAll(async () => {
  server.close();
  await app.close();
});

/** The lines of the section about API tokens, as somebody would paste them. */
async function linesOfDocument(): Promise<string[]> {
  const document = await readFile("docs/API.md", "utf8");
  const section = document.split("\n## ").find((one) => one.startsWith("API tokens\n")) ?? "";
  return [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, lines = ""]) => lines.trim().split("\n"));
}

test("the lines of the documentation about API tokens work as they stand there", async () => {
  const { id } = await buildUser(app.context.db, { role: "admin" });
  const post = await buildPost(app.context.db, { title: "Larks" });
  const { token } = await buildToken(app, id, { scopes: ["posts:read", "posts:write", "comments:read"] });
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines = await linesOfDocument();
  const titles: string[] = [];
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    expect(line).toMatch(/^curl .*https:\/\/blog\.example\.org\/api\//);
    const here = line.replaceAll("https://blog.example.org", site).replace("curl ", "curl --silent --fail-with-body --globoff ");
    const { stdout } = await promisify(execFile)("bash", ["-c", here], { env: { ...process.env, TOKEN: token, ID: post.id } });
    titles.push(stdout);
  }
  expect(titles[0]).toContain("Larks");
  expect(JSON.parse(titles[1] ?? "")).toMatchObject({ title: "Imprint", status: "draft" });
  expect(JSON.parse(titles[2] ?? "")).toMatchObject({ id: post.id, title: "Larks" });
  expect(JSON.parse(titles[3] ?? "")).toMatchObject({ items: [], total: 0 });
});
