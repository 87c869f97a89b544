import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkMigration, checkMigrations } from "../../bin/check/migrations.mjs";
import { put, tree } from "./tree.ts";

const whatsOf = (sql: string, earlier: string[] = []): string[] =>
  checkMigration("db/migrations/0100_x.sql", sql, earlier).violations.map(({ what }: { what: string }) => what);

describe("is refused while the release before serves:", () => {
  test.each([
    ["drop table birds", /drops a table.*Expand first/],
    ["drop view v", /drops a view/],
    ["drop function f(integer)", /"create or replace"/],
    ["alter table birds drop column song", /drops a column/],
    ["alter table birds drop song", /drops a column/],
    ['ALTER TABLE IF EXISTS ONLY public."birds"\n  DROP\n  COLUMN "song" CASCADE', /drops a column/],
    ["alter table birds add column a text, drop column b", /drops a column/],
    ["alter table birds rename song to tune", /renames or moves/],
    ["alter table birds rename to larks", /renames or moves/],
    ["alter type mood rename value 'a' to 'b'", /renames or drops/],
    ["alter table birds alter column song drop default", /Without the default/],
    ["alter table birds add column song text not null", /inserts rows without this column/],
    ["create index on birds (name)", /stops all writes to birds/],
    ["create unique index if not exists i on only birds (lower(name), (a + b))", /stops all writes to birds/],
    ["create index concurrently i on birds (name)", /no index concurrently in a transaction/],
    ["-- no transaction\ncreate index concurrently i on birds (name)", /drop index concurrently if exists i/],
    ["-- no transaction\ncreate index concurrently on birds (name)", /drop index concurrently if exists <name>/],
    ["reindex table birds", /reindex … concurrently/],
    ["vacuum (analyze, full) birds", /written anew/],
    ["refresh materialized view v", /Refresh it concurrently/],
    ["lock table birds in share mode", /as long as the migration takes/],
    ["truncate birds", /rows are gone/],
    ["update birds set name = 'where'", /locks every row of birds/],
    ["delete from only birds -- where true", /locks every row of birds/],
    ["alter table birds alter column n type bigint", /writes the whole table anew/],
    ["alter table birds alter n set data type numeric(10, 2) using n::numeric", /writes the whole table anew/],
    ["alter table birds alter song set not null", /check \(song is not null\) not valid/],
    ["alter table birds add constraint c check (n > 0)", /"not valid"/],
    ["alter table birds add check (song <> 'not valid')", /"not valid"/],
    ["alter table birds add foreign key (nest) references nests (id)", /"not valid"/],
    ["alter table birds add primary key (id)", /using index/],
    ["alter table birds add constraint u unique (name)", /using index/],
    ["alter table birds add exclude using gist (r with &&)", /using index/],
    ["alter table birds add column nest uuid references nests (id)", /Add the column, then the constraint/],
    ["alter table birds add column n integer default 0 check (n in (0, 1))", /Add the column, then the constraint/],
    ["alter table birds add column id uuid not null default gen_random_uuid()", /a value of its own/],
    ["alter table birds add column id bigserial", /a value of its own/],
    ["alter table birds add column s text generated always as (upper(name)) stored", /a value of its own/],
    ["alter table birds add constraint c check (n > 0) not valid; alter table birds validate constraint c", /next migration/],
    ["alter table birds set unlogged", /writes the whole table anew/],
    ["do $$ begin if true then alter table birds drop column song; end if; end $$", /drops a column/],
    ["do $x$ declare n int; begin update birds set n = 1; end $x$", /locks every row/],
    ["do $$ begin execute 'drop table ' || 'birds'; end $$", /can't be checked/],
    ["do 'begin drop table birds; end'", /can't be checked/],
    ["-- safe: no\ndrop table birds", /drops a table/],
    ["create table birds_new (n int); alter table birds drop column song", /drops a column/],
    ["-- breaks: earlier releases\nalter table birds alter column n type bigint", /writes the whole table anew/],
    ["-- Breaks earlier releases\ncreate table t (n int)", /only if it is "-- breaks: earlier releases"/],
    ["-- no-transaction\ncreate table t (n int)", /or "-- no transaction"/],
    ["select 'a''; --'; drop table birds; select $$ $$", /drops a table/],
    ["/* /* */ safe: no reason at all here */ drop table birds", /drops a table/],
  ])("%s", (sql, expected) => {
    expect(whatsOf(sql)).toEqual([expect.stringMatching(expected)]);
  });
});

describe("is allowed:", () => {
  test.each([
    "create table birds (id uuid primary key default gen_random_uuid(), nest uuid references nests (id)); create index on birds (nest); alter table birds add check (true); drop table if exists birds",
    "create temp table found as select 1; create index on found (n); update found set n = 1",
    "alter table birds add column song text",
    "alter table birds add column song text not null default 'tirili', add column at timestamptz not null default now()",
    'alter table birds add column limits jsonb not null default \'{"drop column": 1, "unique": 2}\'',
    "alter table birds drop constraint c, add constraint c check (n > 0) not valid",
    "alter table birds validate constraint c",
    "alter table birds alter column song drop not null",
    "alter table birds alter column song set default 'drop column'",
    "alter table birds add constraint u unique using index i",
    "-- no transaction\ndrop index concurrently if exists i;\ncreate unique index concurrently i on birds (name);",
    "update birds set n = 1 where n is null",
    "create or replace function f() returns void language plpgsql as $$ begin drop table birds; update birds set n = 1; end $$",
    "create function g() returns trigger language plpgsql as 'begin execute ''drop table birds''; end'",
    "select 'drop table birds'; comment on table birds is 'alter table birds drop column song;'",
    "-- drop table birds;\n/* alter table birds drop column song; */ select 1",
    'create table "drop table birds" (n int)',
    "-- safe: nothing has read it since 0061\nalter table birds drop column song",
    "-- What is gone.\n-- breaks: earlier releases\ndrop table birds",
    "drop trigger t on birds; create trigger t after insert on birds for each row execute function f()",
    "alter type mood add value if not exists 'calm'",
  ])("%s", (sql) => {
    expect(whatsOf(sql)).toEqual([]);
  });
});

test("what is never null by a validated check may be declared so", () => {
  const set = "alter table birds alter column song set not null";
  const check = "alter table birds add constraint c check (song is not null)";
  expect(whatsOf(set, [check])).toEqual([]);
  expect(whatsOf(set, [`${check} not valid`])).toHaveLength(1);
  expect(whatsOf(set, [`${check} not valid`, "alter table birds validate constraint c"])).toEqual([]);
  expect(whatsOf(set, [`${check} not valid`, "alter table nests validate constraint c"])).toHaveLength(1);
});

test("the violations name file and line; migrations from before the rules are let be, and the product's own keep them", () => {
  const root = tree({});
  put(root, "db/migrations/0061_before.sql", "drop table birds;");
  put(root, "db/migrations/0062_after.sql", "-- Two.\nselect 1;\n\n-- More.\ndrop table birds;\n");
  expect(checkMigrations(root)).toEqual({
    violations: [{ path: "db/migrations/0062_after.sql", line: 5, what: expect.stringContaining("drops a table") }],
    files: 2,
  });
  expect(checkMigrations(join(import.meta.dirname, "..", "..")).violations).toEqual([]);
});
