import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isRoot } from "../platform/start-database.ts";
import { freePort, listening } from "./start-pgbouncer.ts";

/**
 * Starts Debian's nginx as a shared cache in front of an instance, until the test ends. `x-cache` says whether an answer was cached.
 * @returns its URL, and `empty`, which drops what it has cached
 * @throws when the program isn't installed
 */
export async function startSharedCache(origin: string): Promise<{ url: string; empty(): Promise<void> }> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "skylark-nginx-"));
  const cache = join(folder, "cache");
  await mkdir(cache);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
${isRoot ? "user root;" : ""}
worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  proxy_cache_path ${cache} keys_zone=pages:1m use_temp_path=off;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache pages;
      proxy_cache_use_stale error;
      add_header x-cache $upstream_cache_status always;
    }
  }
}
`,
  );
  const child = spawn("/usr/sbin/nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
    stdio: "ignore",
  });
  const failed = once(child, "error").then(([error]) => Promise.reject(error));
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGQUIT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.race([listening(port), failed, ended.then(([code]) => Promise.reject(new Error(`nginx ended with ${code}`)))]);
  const empty = async () => {
    await rm(cache, { recursive: true, force: true });
    await mkdir(cache);
  };
  return { url: `http://127.0.0.1:${port}`, empty };
}
