import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./start-instance.ts";

/** Debian's, which isn't in everybody's path. */
const NGINX = existsSync("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx";

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end());
    socket.once("error", () => resolve(false));
    socket.once("close", (failed) => resolve(!failed));
  });

/**
 * Starts nginx with a site's configuration as it is written, except for the ports.
 * @param site what stands in a file of `conf.d`. @param ports of the instances, in place of 3000 and 3001
 * @param certificates in place of certbot's folder
 * @returns its URLs, its log of errors, and how to stop it
 */
export async function startNginx(site: string, ports: number[], certificates = "") {
  const [port, securePort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  chmodSync(folder, 0o755);
  const [first, second] = ports;
  const served = site
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${second}`)
    .replaceAll(/^\s*listen \[::\].*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${port};`)
    .replaceAll("listen 443 ssl", `listen 127.0.0.1:${securePort} ssl`)
    .replaceAll("/etc/letsencrypt/live/blog.example.org", certificates);
  const errors = join(folder, "error.log");
  writeFileSync(
    join(folder, "nginx.conf"),
    `worker_processes 1;
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${errors};
    events { worker_connections 1024; }
    http {
      access_log off;
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      ${served}
    }`,
  );
  const nginx = spawn(NGINX, ["-c", join(folder, "nginx.conf"), "-e", errors], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(nginx, "exit");
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (nginx.exitCode !== null || tries > 200) throw new Error(`nginx doesn't start:\n${readFileSync(errors, "utf8")}`);
    await pause(25);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    secureAddress: `https://127.0.0.1:${securePort}`,
    errors: () => readFileSync(errors, "utf8"),
    stop: async () => {
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
