import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/platform/database.ts";
import { silent } from "../../../test/platform/test-postgres.ts";
import { connectDatabase } from "./connect.ts";
import { splitStatements } from "./split-statements.ts";

const database = await createTestDatabase();
const { pool, close } = connectDatabase<object>(database.config, { log: silent });
afterAll(async () => {
  await close();
  await database.drop();
});

/** How many statements PostgreSQL finds in a text: it answers each of a simple query. */
const countByPostgres = async (client: pg.PoolClient, sql: string): Promise<number> => {
  const results: unknown = await client.query(sql);
  return Array.isArray(results) ? results.length : (results as { command: string | null }).command === null ? 0 : 1;
};

// Each is read by PostgreSQL too, which decides how many statements it holds.
const HOSTILE = [
  "select 1; select 2",
  "select ';'; select 'it''s; one'; select ''';'",
  "select E'a\\'; drop table x; --'; select e'\\\\'; select 1",
  "select 'a\\'; select 1",
  'select 1 as "a;b"; select 1 as "c"";d"',
  "select 1 -- one; select 2\n; select 3",
  "select 1 /* a; /* nested; */ still; */ ; select 2",
  "select $$a; b$$; select $tag$ $$ ; $tag2$ ; $tag$; select 1",
  "select $ä$a; b$ä$; select 1",
  "select 1 as a$b$; select 2 as c$b$",
  "select U&'d\\0061t;a'; select n';'; select b'101'; select x'ff'",
  "prepare p as select $1::int; deallocate p",
  "create function f() returns int language sql begin atomic select 1; select case when true then 1 else 2 end; end; select 2",
  "create or replace function g() returns int language sql as 'select 1; select 2'; select 3",
  "create table t (a int); create rule r as on insert to t do also (select 1; select 2); drop table t; select 1",
  "do $$ begin perform 1; perform 2; end $$; select 1",
  "select 1;; ; -- the end",
  "/* nothing; */ -- nothing;",
  "select 1 as begin; select 2 as end",
  "select 1e5; select 1.5e-3; select 0x1F; select 1_000",
  "select 'a'\n'b;c'; select 1",
  "select operator_ from (select 2 - -1 as operator_) x; select 3 --;\n",
];

test.each(HOSTILE)("divides like PostgreSQL: %s", async (sql) => {
  const found = splitStatements(sql);
  const client = await pool.connect();
  try {
    await client.query("begin; savepoint before");
    expect(found).toHaveLength(await countByPostgres(client, sql));
    await client.query("rollback to before");
    for (const { text } of found) expect([text, await countByPostgres(client, text)]).toEqual([text, 1]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("says what PostgreSQL reads, where it begins, and what was written above it", () => {
  const sql = "-- first\n--  second \n\nselect 'a; b', /* no */ \"C\" -- no\n  from $x$ body;\n$x$;\n/* block */ select 2";
  expect(splitStatements(sql, 10)).toEqual([
    {
      text: "-- first\n--  second \n\nselect 'a; b', /* no */ \"C\" -- no\n  from $x$ body;\n$x$",
      code: " \n \n\nselect '',   \"C\"  \n  from ''",
      comments: ["first", "second"],
      line: 13,
      bodies: [{ text: " body;\n", line: 14 }],
    },
    { text: "\n/* block */ select 2", code: "\n  select 2", comments: [], line: 16, bodies: [] },
  ]);
});

test("the product's own migrations are put together again from their statements", () => {
  for (const name of readdirSync("db/migrations").filter((file) => file.endsWith(".sql"))) {
    const sql = readFileSync(`db/migrations/${name}`, "utf8");
    const statements = splitStatements(sql);
    expect([name, statements.length > 0]).toEqual([name, true]);
    expect(sql.startsWith(statements.map(({ text }) => text).join(";"))).toBe(true);
  }
});
