import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";

export type RunningNginx = {
  /** The same file, compressed on each request, compressed beforehand, and as it is. */
  address: { gzip: string; gzipStatic: string; plain: string };
  stop(): Promise<void>;
};

/**
 * Debian's nginx with two workers, serving one saved page.
 * @param folder for its files; every user can enter it
 * @param compressed what it sends as compressed beforehand
 */
export async function startNginx(
  folder: string,
  page: Buffer,
  compressed: Buffer = gzipSync(page, { level: 9 }),
): Promise<RunningNginx> {
  const root = join(folder, "www");
  await mkdir(root, { mode: 0o755 });
  await writeFile(join(root, "page.html"), page);
  await writeFile(join(root, "page.html.gz"), compressed);
  await Promise.all(["page.html", "page.html.gz"].map((name) => chmod(join(root, name), 0o644)));
  const [gzip = 0, gzipStatic = 0, plain = 0] = await freePorts(3);
  const server = (port: number, directives: string) => `server { listen 127.0.0.1:${port}; root ${root}; ${directives} }`;
  const config = `
    worker_processes 2;
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/nginx-error.log;
    events { worker_connections 1024; }
    http {
      types { text/html html; }
      sendfile on;
      tcp_nopush on;
      access_log off;
      keepalive_timeout 65;
      keepalive_requests 1000000;
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      ${server(gzip, "gzip on;")}
      ${server(gzipStatic, "gzip_static on;")}
      ${server(plain, "gzip off;")}
    }`;
  await writeFile(join(folder, "nginx.conf"), config);
  const nginx = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-e", join(folder, "nginx-error.log")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(nginx, "exit");
  const address = (port: number) => `http://127.0.0.1:${port}/page.html`;
  for (
    let tries = 0;
    !(await fetch(address(plain)).then(
      (answer) => answer.ok,
      () => false,
    ));
    tries++
  ) {
    if (nginx.exitCode !== null || tries > 100) throw new Error("nginx does not start");
    await pause(50);
  }
  return {
    address: { gzip: address(gzip), gzipStatic: address(gzipStatic), plain: address(plain) },
    stop: async () => {
      nginx.kill("SIGQUIT");
      await ended;
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
