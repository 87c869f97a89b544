import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { listen } from "../app/platform/database/listen.ts";
import { buildPost, buildUser } from "../test/builders.ts";
import { createTestDatabase } from "../test/platform/database.ts";
import { silent, type TestDatabase } from "../test/platform/test-postgres.ts";
import type { DB } from "./schema.gen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("only what public pages show is announced: an author's name, no reader's", async () => {
  const { db, close } = connectDatabase<DB>(database.config, { log: silent });
  const [author, reader] = [await buildUser(db), await buildUser(db)];
  await buildPost(db, { author_id: author.id });
  const heard: string[] = [];
  const listener = await listen(database.config, "content_changed", (payload) => heard.push(payload), {
    log: silent,
    onReconnect: () => {},
  });
  const rename = (id: string, full_name: string) => db.updateTable("users").set({ full_name }).where("id", "=", id).execute();
  await rename(reader.id, "Somebody Else");
  await rename(author.id, author.full_name ?? "");
  await rename(author.id, "A. Nother");
  await sql`select pg_notify('content_changed', 'the end')`.execute(db);
  while (!heard.includes("the end")) await pause(10);
  expect(heard).toEqual(["users", "the end"]);
  await listener.close();
  await close();
});
