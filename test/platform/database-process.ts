// A process that starts a database and keeps it running until it gets a message or is killed. Run by start-database.ts.
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import type { DatabaseStartError } from "../../app/platform/postgres/start-error.ts";
import { dropRights } from "./drop-rights.ts";

const { user, ...options } = JSON.parse(process.argv[2] ?? "") as Omit<EmbeddedPostgresOptions, "log"> & {
  user: { uid: number; gid: number } | null;
};
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const messages: string[] = [];
const note = (_: object, message: string) => messages.push(message);

dropRights(user);
try {
  const server = await startEmbeddedPostgres({ ...options, log: { info: note, warn: note } });
  const { stop, ...described } = server;
  say({ server: described, messages });
  process.stdin.once("data", async () => {
    await stop();
    process.exit(0);
  });
} catch (error) {
  const { code, message } = error as DatabaseStartError;
  say({ error: { code, message }, messages });
  process.exit(1);
}
