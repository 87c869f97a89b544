import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRedirects } from "../../../app/domain/redirects/follow-redirects.ts";
import type { OldAddressPage, Redirect, RedirectPage } from "../../../app/domain/redirects/redirect.ts";
import { REDIRECT_MESSAGES, REDIRECTS_MAX } from "../../../app/domain/redirects/redirect-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { connectDatabase } from "../../../app/platform/database/connect.ts";
import type { DB } from "../../../db/schema.gen.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { silent } from "../../platform/test-postgres.ts";

const PATH = "/api/admin/redirects";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("redirects").execute();
  await app.app.contentChanged();
});

const create = <T = Redirect>(from_path: unknown, to_path: unknown, actor = admin) => actor.post<T>(PATH, { from_path, to_path });
const listed = async (query = "") => (await admin.get<RedirectPage>(`${PATH}${query}`)).body;
const stored = async () =>
  (await listed("?sort=from_path&limit=100")).items.map(({ from_path, to_path }) => [from_path, to_path]);
/** As a reader's browser asks, after every instance has received the change. */
const visit = async (path: string) => {
  await app.app.contentChanged();
  const { status, headers } = await app.actors.anonymous.get(path);
  return [status, headers.get("location")];
};

test("they require an admin", async () => {
  const { id } = (await create("/former", "/about")).body;
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await create("/other", "/about", actor)).status).toBe(status);
    expect((await actor.delete(`${PATH}/${id}`)).status).toBe(status);
  }
  expect(await stored()).toEqual([["/former", "/about"]]);
});

describe("a path without a page", () => {
  test("redirects to where the owner says, until the redirect is deleted", async () => {
    expect(await visit("/former")).toEqual([404, null]);
    const { status, body } = await create("/former", "/about");
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        from_path: "/former",
        to_path: "/about",
        hits: 0,
        last_hit_at: null,
        created_by: expect.stringContaining("@"),
        created_at: expect.any(String),
      },
    ]);
    expect(await visit("/former")).toEqual([301, "/about"]);
    expect((await admin.delete(`${PATH}/${body.id}`)).status).toBe(204);
    expect(await visit("/former")).toEqual([404, null]);
    expect((await admin.delete<ErrorBody>(`${PATH}/${body.id}`)).body.code).toBe("PGRST116");
  });

  test("is found in every spelling, and passes its query on", async () => {
    await create("/über uns/", "/about");
    expect(await stored()).toEqual([["/%C3%BCber%20uns", "/about"]]);
    for (const way of ["/%C3%BCber%20uns", "/%c3%bcber%20uns/", "/über%20uns"]) expect(await visit(way)).toEqual([301, "/about"]);
    expect(await visit("/%C3%BCber%20uns?utm_source=mail&a=%0d%0ab")).toEqual([301, "/about?utm_source=mail&a=%0d%0ab"]);
    expect(await visit("/%C3%9Cber%20uns")).toEqual([404, null]);
  });

  test("keeps the query and fragment of the new URL", async () => {
    await create("/category/wellness", "/view-all?category=wellness#top");
    expect(await visit("/category/wellness?page=3")).toEqual([301, "/view-all?category=wellness#top"]);
  });

  test("may look like an article's", async () => {
    const { slug } = await buildPost(app.context.db);
    expect(await visit("/story/long-gone")).toEqual([404, null]);
    expect((await create("/story/long-gone", `/story/${slug}`)).status).toBe(201);
    expect(await visit("/story/long-gone")).toEqual([301, `/story/${slug}`]);
  });

  test("gives way to a page that is created at this path", async () => {
    await create("/story/comes-later", "/about");
    await buildPost(app.context.db, { slug: "comes-later" });
    expect(await visit("/story/comes-later")).toEqual([200, null]);
  });

  test("isn't cached by browsers, and answers HEAD as well", async () => {
    await create("/former", "/about");
    await app.app.contentChanged();
    const { headers } = await app.actors.anonymous.get("/former");
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const { status, text } = await app.actors.anonymous.send("HEAD", "/former");
    expect([status, text]).toEqual([301, ""]);
  });
});

describe("there are no chains", () => {
  test("a redirect to a redirect is replaced by one to its target", async () => {
    await create("/b", "/about");
    expect((await create("/a", "/b")).body.to_path).toBe("/about");
  });

  test("a former path of an article is replaced by the current one", async () => {
    const { db } = app.context;
    const post = await buildPost(db, { slug: "first-name-of-it" });
    await db.updateTable("posts").set({ slug: "second-name-of-it" }).where("id", "=", post.id).execute();
    expect((await create("/a", "/story/first-name-of-it?x=1")).body.to_path).toBe("/story/second-name-of-it?x=1");
    expect((await create("/b", `/story/${post.id}`)).body.to_path).toBe("/story/second-name-of-it");
  });

  test("a redirect to a page that is gone follows the page's redirect", async () => {
    const { db } = app.context;
    const post = await buildPost(db, { slug: "soon-withdrawn" });
    await create("/a", "/story/soon-withdrawn?x=1");
    await db.updateTable("posts").set({ status: "archived" }).where("id", "=", post.id).execute();
    expect((await create("/story/soon-withdrawn", "/terms")).status).toBe(201);
    expect(await stored()).toEqual([
      ["/a", "/terms"],
      ["/story/soon-withdrawn", "/terms"],
    ]);
  });

  test("nor are there circles", async () => {
    const { db } = app.context;
    const post = await buildPost(db, { slug: "once-here" });
    await create("/a", "/story/once-here");
    await db.updateTable("posts").set({ status: "archived" }).where("id", "=", post.id).execute();
    const { status, body } = await create<ErrorBody>("/story/once-here", "/a");
    expect([status, body.details]).toEqual([400, [{ field: "to_path", rule: REDIRECT_MESSAGES.loop }]]);
    expect(await stored()).toEqual([["/a", "/story/once-here"]]);
  });
});

describe("refused, with the field and its rule", () => {
  const { fromRequired, fromPath, fromPage, fromOwn, fromLong, toRequired, toPath, toMissing, loop } = REDIRECT_MESSAGES;
  const long = `/${"a".repeat(300)}`;
  test.each([
    ["", "/about", "from_path", fromRequired],
    ["former", "/about", "from_path", fromPath],
    ["//evil.example/a", "/about", "from_path", fromPath],
    ["/\\evil.example", "/about", "from_path", fromPath],
    ["https://blog.test/former", "/about", "from_path", fromPath],
    ["/former?q=1", "/about", "from_path", fromPath],
    ["/former#a", "/about", "from_path", fromPath],
    ["/%E0%A4%A", "/about", "from_path", fromPath],
    ["/a%00b", "/about", "from_path", fromPath],
    ["/a\u0000b", "/about", "from_path", fromPath],
    ["/\ud800", "/about", "from_path", fromPath],
    [long, "/about", "from_path", fromLong],
    [`/${"ü".repeat(200)}`, "/about", "from_path", fromLong],
    ["/", "/about", "from_path", fromPage],
    ["/privacy/", "/about", "from_path", fromPage],
    ["/story/an-article-that-stands", "/about", "from_path", fromPage],
    ["/story/a-name-it-had", "/about", "from_path", fromPage],
    ["/feed.xml", "/about", "from_path", fromPage],
    ["/api/posts", "/about", "from_path", fromOwn],
    ["/admin", "/about", "from_path", fromOwn],
    ["/x/../admin/posts", "/about", "from_path", fromOwn],
    ["/robots.txt", "/about", "from_path", fromOwn],
    ["/former", "", "to_path", toRequired],
    ["/former", "about", "to_path", toPath],
    ["/former", "https://evil.example/", "to_path", toPath],
    ["/former", "//evil.example", "to_path", toPath],
    ["/former", "/\\evil.example", "to_path", toPath],
    ["/former", "/about\r\nset-cookie:a=b", "to_path", toPath],
    ["/former", "/nowhere", "to_path", toMissing],
    ["/former", "/story/nowhere", "to_path", toMissing],
    ["/former", "/admin/posts", "to_path", toMissing],
    ["/former", "/former/?a=b", "to_path", loop],
  ])("%j to %j", async (from, to, field, rule) => {
    const { db } = app.context;
    if (field === "from_path" && from.startsWith("/story/")) {
      await db.deleteFrom("posts").where("slug", "=", "an-article-that-stands").execute();
      const post = await buildPost(db, { slug: "a-name-it-had" });
      await db.updateTable("posts").set({ slug: "an-article-that-stands" }).where("id", "=", post.id).execute();
    }
    const { status, body } = await create<ErrorBody>(from, to);
    expect([status, body.details]).toEqual([400, [{ field, rule }]]);
    expect(await stored()).toEqual([]);
  });

  test("a second redirect from one address", async () => {
    await create("/former", "/about");
    const { status, body } = await create<ErrorBody>("/former/", "/terms");
    expect([status, body.code, body.message]).toEqual([409, "23505", "There is already a redirect from /former"]);
  });

  test("more than fit in memory", async () => {
    await sql`insert into redirects (from_path, to_path) select '/many-' || n, '/about' from generate_series(1, ${REDIRECTS_MAX}::int) n`.execute(
      app.context.db,
    );
    const { status, body } = await create<ErrorBody>("/one-more", "/about");
    expect([status, body.details]).toEqual([400, [{ field: "from_path", rule: REDIRECT_MESSAGES.full }]]);
  });

  test("values that are no text", async () => {
    expect((await create<ErrorBody>(1, "/about")).body.details?.[0]?.field).toBe("from_path");
    expect((await admin.post<ErrorBody>(PATH, { from_path: "/a" })).body.details).toEqual([
      { field: "to_path", rule: "is required" },
    ]);
  });
});

test("the list is found, sorted and paged", async () => {
  await create("/über", "/about");
  await create("/b", "/terms");
  await create("/c", "/privacy");
  expect((await listed()).items.map(({ from_path }) => from_path)).toEqual(["/c", "/b", "/%C3%BCber"]);
  expect((await listed("?search=über")).items.map(({ to_path }) => to_path)).toEqual(["/about"]);
  expect((await listed("?search=TERMS")).items.map(({ from_path }) => from_path)).toEqual(["/b"]);
  expect(await listed("?search=_&page=1")).toMatchObject({ total: 0 });
  expect(await listed("?limit=2&page=2&sort=from_path")).toMatchObject({ items: [{ from_path: "/c" }], total: 3, pages: 2 });
  expect((await admin.get<ErrorBody>(`${PATH}?sort=to_path`)).body.details?.[0]?.field).toBe("sort");
});

describe("how often they are followed", () => {
  const hitsOf = async () => (await listed("?sort=from_path")).items.map(({ hits, last_hit_at }) => [hits, last_hit_at !== null]);

  test("is counted after the responses, and written at the latest when the site stops", async () => {
    await create("/a", "/about");
    await create("/b", "/about");
    // Hits of earlier tests would be written soon, and these with them.
    await app.app.close();
    for (const path of ["/a", "/a", "/a/"]) await visit(path);
    expect(await hitsOf()).toEqual([
      [0, false],
      [0, false],
    ]);
    await app.app.close();
    expect(await hitsOf()).toEqual([
      [3, true],
      [0, false],
    ]);
    await app.app.close();
    expect((await hitsOf())[0]).toEqual([3, true]);
  });

  test("adds up over several concurrent instances", async () => {
    await create("/a", "/about");
    await create("/b", "/about");
    const instances = Array.from({ length: 4 }, () => createRedirects(app.context, { gatherMs: 5 }));
    const urls = ["/a", "/b"].map((path) => new URL(path, "http://blog.test"));
    for (let turn = 0; turn < 25; turn++) {
      await Promise.all(instances.flatMap((one, n) => [one.follow(urls[n % 2] as URL), one.follow(urls[(n + 1) % 2] as URL)]));
      if (turn % 10 === 0) await Promise.all(instances.map((one) => one.flush()));
    }
    await Promise.all(instances.map((one) => one.flush()));
    expect(await hitsOf()).toEqual([
      [100, true],
      [100, true],
    ]);
  });
});

test("when reloading fails, the previous redirects stay in force", async () => {
  await create("/a", "/about");
  const { db, close } = connectDatabase<DB>(app.database.config, { log: silent });
  const redirects = createRedirects({ ...app.context, db });
  const url = new URL("/a", "http://blog.test");
  expect(await redirects.follow(url)).toBe("/about");
  await close();
  redirects.renew();
  expect(await redirects.follow(url)).toBe("/about");
});

describe("former paths of an article", () => {
  test("are listed with their target and how often they were followed", async () => {
    const { db } = app.context;
    const post = await buildPost(db, { slug: "its-first-name", title: "Its story" });
    await db.updateTable("posts").set({ slug: "its-second-name" }).where("id", "=", post.id).execute();
    // Created once, stored once; a path with an id is nobody's former path.
    expect(await visit("/story/its-first-name")).toEqual([301, "/story/its-second-name"]);
    expect((await app.actors.anonymous.get("/story/its-first-name")).status).toBe(301);
    expect(await visit(`/story/${post.id}`)).toEqual([301, "/story/its-second-name"]);
    await app.app.close();
    const list = async (query = "") =>
      (await admin.get<OldAddressPage>(`/api/admin/old-addresses?search=its-first-name${query}`)).body;
    expect((await list()).items).toEqual([
      {
        from_path: "/story/its-first-name",
        to_path: "/story/its-second-name",
        post_id: post.id,
        title: "Its story",
        is_public: true,
        hits: 2,
        last_hit_at: expect.any(String),
        created_at: expect.any(String),
      },
    ]);
    expect(await list("&page=2")).toMatchObject({ items: [], total: 1, pages: 1 });
    await db.updateTable("posts").set({ status: "archived" }).where("id", "=", post.id).execute();
    expect((await list()).items).toMatchObject([{ is_public: false }]);
    await buildPost(db, { slug: "its-first-name" });
    expect((await list()).total).toBe(0);
  });
});
