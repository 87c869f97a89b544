import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

/** The running processes that `pid` has started, without PostgreSQL (which is started elsewhere). */
function childrenOf(pid: number | undefined): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return table
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args]) => Number(parent) === pid && args?.includes("server.js"))
    .map(([, child]) => Number(child));
}

// Both tests are about the same processes.
test.describe.configure({ mode: "serial" });

let site: ChildProcess;
let dataDir: string;
let address: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "skylark-workers-"));
  site = spawn(process.execPath, ["build/current/server/server.js"], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error", WORKERS: "2" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  address = await new Promise<string>((resolve, reject) => {
    site.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
      const found = /Skylark is at (http:\/\/\S+)/.exec(printed);
      if (found?.[1]) resolve(found[1]);
    });
    site.once("exit", (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  expect(printed.match(/The first admin/g)).toHaveLength(1);
});

test.afterAll(async () => {
  const ended = new Promise<number | null>((resolve) => site.once("exit", resolve));
  site.kill("SIGTERM");
  expect(await ended).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

test("a process that dies is replaced by one that accepts requests only when it can answer", async ({ request }) => {
  await expect.poll(() => childrenOf(site.pid)).toHaveLength(2);
  const children = childrenOf(site.pid);
  process.kill(children[0] ?? 0, "SIGKILL");
  await expect(async () => {
    const after = childrenOf(site.pid);
    expect(after).toHaveLength(2);
    expect(after).not.toContain(children[0]);
  }).toPass();
  for (let n = 0; n < 50; n += 1) expect((await request.get(address)).status()).toBe(200);
});

test("several processes share the port, the pages and the likes", async ({ request }) => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => request.get(address)));
  expect(pages.map((page) => page.status())).toEqual(Array(20).fill(200));

  const { posts } = (await (await request.get(`${address}/api/posts`)).json()) as {
    posts: { id: string; likes_count: number }[];
  };
  const [post] = posts;
  const toggle = (digit: string) =>
    request.post(`${address}/api/likes/toggle`, {
      data: { article_id: post?.id },
      headers: { "x-session-id": digit.repeat(32) },
    });
  await Promise.all(["a", "b", "c", "d"].map(toggle));
  const stats = (await (await request.get(`${address}/api/likes/stats?ids=${post?.id}`)).json()) as Record<
    string,
    { totalLikes: number }
  >;
  expect(stats[post?.id ?? ""]?.totalLikes).toBe((post?.likes_count ?? 0) + 4);
});
