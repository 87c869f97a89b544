// Connects to a database as another user of the system and prints how that went. Run by embedded-users.test.ts.
import pg from "pg";
import { dropRights } from "./drop-rights.ts";

const { user, config } = JSON.parse(process.argv[2] ?? "") as {
  user: { uid: number; gid: number } | null;
  config: pg.ClientConfig;
};
const client = new pg.Client(config);
dropRights(user);
try {
  await client.connect();
  await client.end();
  process.stdout.write("admitted");
} catch (error) {
  process.stdout.write((error as { code: string }).code);
  process.exit(0);
}
