import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { boot } from "../../app/boot/boot.ts";
import { openPort } from "../../app/boot/open-port.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { createLog } from "../../app/platform/log.ts";
import type { LogLine } from "../app/create-test-app.ts";

/** The whole product as it runs, over real HTTP, in this process. */
export type Instance = {
  url: string;
  /** every line of its log */
  logged: LogLine[];
  get(path: string): Promise<{ status: number; text: string; headers: Headers }>;
  stop(): Promise<void>;
};

export const ADMIN = { email: "ada@blog.example", password: "a lark at dawn" };

/** What the build leaves behind, without its content. */
async function emptyBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skylark-instance-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const client = join(folder, "client");
  await mkdir(join(client, ".vite"), { recursive: true });
  await mkdir(join(client, "assets"));
  await writeFile(join(client, "assets/critical.css"), "body{margin:0}");
  const manifest = { "app/browser/critical.css": { file: "assets/critical.css" } };
  await writeFile(join(client, ".vite/manifest.json"), JSON.stringify(manifest));
  for (const name of ["db", "package.json"]) await symlink(join(process.cwd(), name), join(folder, name));
  return folder;
}

/**
 * Boots an instance, which stops when the test ends.
 * @param env its environment variables; DATABASE_URL at least. `DATA_DIR` is a folder of its own by default
 */
export async function bootInstance(env: Record<string, string>): Promise<Instance> {
  const projectDir = await emptyBuild();
  const free = await openPort("127.0.0.1", 0);
  await free.close();
  const config = readConfig({
    PORT: String(free.port),
    DATA_DIR: join(projectDir, "data"),
    DEMO_CONTENT: "false",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  });
  const logged: LogLine[] = [];
  const log = createLog({ level: "info", pretty: false, destination: { write: (line) => void logged.push(JSON.parse(line)) } });
  const signal = new AbortController();
  const end = await boot({ config, projectDir, log, signal: signal.signal });
  let ended: Promise<void> | undefined;
  const stop = () => {
    signal.abort();
    ended ??= end();
    return ended;
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${free.port}`;
  return {
    url,
    logged,
    stop,
    async get(path) {
      const response = await fetch(url + path, { redirect: "manual" });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
  };
}

/** Signs the first admin in. @returns a function that speaks JSON to an instance, and fails unless it is answered with success */
export async function signInAdmin({ url }: Pick<Instance, "url">) {
  let token = "";
  const send = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const isJson = body !== undefined && !(body instanceof Uint8Array);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isJson && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : new Uint8Array(body as Uint8Array) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  };
  token = (await send<{ access_token: string }>("POST", "/auth/v1/token?grant_type=password", ADMIN)).access_token;
  return send;
}
