import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPort } from "../../app/boot/open-port.ts";
import { bundleCommand } from "../../bin/setup/bundle-command.mjs";
import { createTestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";

/** What a run of the command printed, and its exit code. */
export type Run = { code: number | null; out: string; err: string };

/** `cut`: ends the connection, so that nothing more is read or answered. */
type Intercept = (request: Request, answer: () => Promise<Response>, cut: () => void) => Promise<Response>;

/** The site behind a port, and the command as its visitors get it. */
export async function startSite() {
  const app = await createTestApp();
  const temporary = await mkdtemp(join(tmpdir(), "skylark-cli-"));
  const file = join(temporary, "cli.mjs");
  await writeFile(file, await bundleCommand(process.cwd()));
  let intercept: Intercept = (_, answer) => answer();
  const port = await openPort("127.0.0.1", 0);
  port.serve({
    fetch: (request, env) =>
      intercept(
        request,
        async () => app.fetch(request, env),
        () => void env.incoming.socket.destroy(),
      ),
    fastPath: () => false,
  });
  const address = `http://127.0.0.1:${port.port}`;
  const { token, actor, user } = await signedInUser(app, { role: "admin", email: "keeper@blog.example" });
  const home = join(temporary, "home");
  let folders = 0;

  const begin = (folder: string, args: string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [file, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home, SKYLARK_SITE: address, SKYLARK_TOKEN: token, ...env },
    });
  return {
    app,
    db: app.context.db,
    address,
    admin: actor,
    user,
    token,
    home,
    begin,
    /** An empty folder. */
    async folder(): Promise<string> {
      const path = join(temporary, `folder-${++folders}`);
      await mkdir(path);
      return path;
    },
    /** Runs the command in a folder to its end. */
    run(
      folder: string,
      args: string[],
      { env, input = "" }: { env?: Record<string, string>; input?: string } = {},
    ): Promise<Run> {
      const child = begin(folder, args, env);
      const run: Run = { code: null, out: "", err: "" };
      child.stdout.on("data", (bytes) => (run.out += bytes));
      child.stderr.on("data", (bytes) => (run.err += bytes));
      child.stdin.end(input);
      return new Promise((resolve) => child.on("close", (code) => resolve({ ...run, code })));
    },
    /** What happens to requests on their way. */
    meet(next: Intercept | null): void {
      intercept = next ?? ((_, answer) => answer());
    },
    async close() {
      await port.close();
      await app.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

export type TestSite = Awaited<ReturnType<typeof startSite>>;
