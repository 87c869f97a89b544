import { join } from "node:path";
import pg from "pg";
import { findAtWork } from "../../app/platform/postgres/postmaster.ts";

/** How many views the database of a running site has stored, read on a separate connection. @param dataDir the site's data folder */
export async function storedVisits(dataDir: string): Promise<number> {
  const found = await findAtWork(join(dataDir, "postgres"));
  if (typeof found !== "object") throw new Error("The site's database is not running");
  const client = new pg.Client(found.connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ views: string }>("select coalesce(sum(views), 0) as views from analytics_records");
    return Number(rows[0]?.views);
  } finally {
    await client.end();
  }
}
