import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findsText } from "../../../app/platform/database/text-search.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost, buildUser } from "../../builders.ts";
import { listed } from "../comments/comment-actions.ts";

/** Texts with everything that a short term can be, and with what has a meaning in SQL, LIKE, arrays or an index. */
const TEXTS = [
  "A plain one",
  "100% of_it",
  "back\\slash",
  'said "no", {a,b}',
  "it's Größe",
  "Ünï 😀🎉 x",
  "null",
  "two\nlines",
  "7",
  "77",
  "日本語",
];
const TERMS = [
  ...["a", "7", "z", "%", "_", "\\", '"', "{", ",", "'", "ß", "ö", "Ü", "😀", "本", "L", "é"],
  ...[
    "77",
    "pl",
    "% ",
    "_i",
    "\\s",
    '"n',
    "{a",
    "b}",
    "'s",
    "öß",
    "GR",
    "😀🎉",
    "🎉 ",
    "日本",
    "本日",
    "nu",
    "ll",
    "o\nl",
    "zz",
    "1a",
  ],
  ...["777", "null", "😀🎉 x"],
];

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin", email: "keeper@blog.test" })).actor;
});
afterAll(() => app.close());

type Known = { id: string; content: string; author: string | null; post: string };

/** What a search must find among all texts, without an index and without SQL. */
async function everything(): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select c.id, c.content, coalesce(u.email || E'\n' || coalesce(u.full_name, ''), c.guest_name || E'\n' || coalesce(g.email, '')) as author, p.title || E'\n' || p.slug as post
    from comments c join posts p on p.id = c.post_id left join users u on u.id = c.author_id left join guests g on g.id = c.guest_id
    where c.status <> 'trashed' order by c.created_at desc, c.id desc`.execute(app.context.db);
  return rows;
}

const plain = (text: string) =>
  text.toLowerCase().replaceAll("ö", "o").replaceAll("ü", "u").replaceAll("é", "e").replaceAll("ï", "i").replaceAll("ß", "ss");

async function check(): Promise<void> {
  const known = await everything();
  for (const term of TERMS) {
    const asked = plain(term.trim());
    const wanted = known.filter((one) => [one.content, one.author, one.post].some((text) => text && plain(text).includes(asked)));
    const { items, total, counts } = await listed(admin, `?${new URLSearchParams({ search: term, limit: "100" })}`);
    expect({ term, total, all: counts.all, ids: items.map(({ id }) => id) }).toEqual({
      term,
      total: wanted.length,
      all: wanted.length,
      ids: wanted.map(({ id }) => id),
    });
  }
}

test("a term of any one or two characters finds the texts that contain it, also after changes", async () => {
  const { db } = app.context;
  const authors = [await buildUser(db, { full_name: "Größe 77" }), await buildUser(db, { full_name: null }), await buildUser(db)];
  const posts = [await buildPost(db, { title: "Zz, {a" }), await buildPost(db, { title: "On larks 日本" })];
  const now = new Date();
  const stored = db.insertInto("guests").values({ email: "zq7@blog.test", name: "Ölß 7z", created_at: now, confirmed_at: now });
  const { id: guest_id } = await stored.returning("id").executeTakeFirstOrThrow();
  const guests = [null, null, null, { guest_id, guest_name: "Ölß 7z" }, { guest_name: "Of an earlier blog: 本" }];
  const rows = TEXTS.flatMap((content, n) =>
    [0, 1].map((m) => ({
      content,
      ...(guests[(n * 2 + m) % 5] ?? { guest_name: null }),
      post_id: (posts[(n + m) % 2] as { id: string }).id,
      author_id: authors[(n * 2 + m) % 5]?.id ?? null,
      status: n % 4 === 0 ? "pending" : "approved",
      created_at: new Date(Date.UTC(2025, 0, 1, 0, n)),
    })),
  );
  await db.insertInto("comments").values(rows).execute();
  await check();
  await db.updateTable("comments").set({ content: "Was plain: 🎉 77%" }).where("content", "=", "A plain one").execute();
  await db.updateTable("users").set({ full_name: "Zz 本日" }).where("full_name", "is", null).execute();
  await db.updateTable("posts").set({ title: "ÖSS 1a" }).where("title", "=", "Zz, {a").execute();
  await db.updateTable("comments").set({ guest_name: "zz nu" }).where("guest_id", "is not", null).execute();
  await db.deleteFrom("comments").where("content", "=", "77").execute();
  await check();
});

test("short terms are looked up in an index, however many texts have them", async () => {
  const { db } = app.context;
  const many = Array.from({ length: 3000 }, (_, n) => ({ email: `reader-${n}@blog.test`, full_name: `Reader ${n}` }));
  await db.insertInto("users").values(many).execute();
  await sql`analyze users`.execute(db);
  for (const term of ["r", "re", "zq", "77"]) {
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select id from users where ${findsText(sql`words`, term)} limit 5001`.execute(db);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Bitmap Index Scan on users_letters");
  }
});
