import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditPage } from "../../app/domain/audit/audit.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { type Actor, createActor } from "../app/actors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildUser } from "../builders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const POSTS = "/api/admin/posts";

const newAdmin = () => buildUser(app.context.db, { role: "admin" });
const withToken = (token: string) => createActor(app.fetch, { headers: { authorization: `Bearer ${token}` } });
const refusalOf = async (token: string) => {
  const { status, body } = await withToken(token).get<ErrorBody>(POSTS);
  return [status, body.code];
};

const changeUser = (id: string, values: { is_active?: boolean; role?: string }) =>
  app.context.db.updateTable("users").set(values).where("id", "=", id).execute();

describe("a token ends", () => {
  test("when it expires, to the second", async () => {
    const { id } = await newAdmin();
    const { token } = await buildToken(app, id, { expiresAt: new Date("2020-05-04T00:00:00Z") });
    const { status, body } = await withToken(token).get(POSTS);
    expect([status, body]).toEqual([401, { code: "token_expired", message: "This API token expired on 2020-05-04." }]);
    expect(await refusalOf((await buildToken(app, id, { expiresAt: new Date(Date.now() + 60_000) })).token)).toEqual([
      200,
      undefined,
    ]);
  });

  test("when its owner is deactivated, demoted or deleted, at once", async () => {
    const { id } = await newAdmin();
    const { token } = await buildToken(app, id);
    expect(await refusalOf(token)).toEqual([200, undefined]);
    await changeUser(id, { is_active: false });
    expect(await refusalOf(token)).toEqual([401, "user_banned"]);
    await changeUser(id, { is_active: true, role: "user" });
    expect(await refusalOf(token)).toEqual([403, "42501"]);
    await app.context.db.deleteFrom("users").where("id", "=", id).execute();
    expect(await refusalOf(token)).toEqual([401, "bad_token"]);
  });
});

test("a token that is shortened, mistyped, foreign or a session's is none", async () => {
  const { id } = await newAdmin();
  const { token } = await buildToken(app, id);
  const flipped = token.slice(0, 12) + (token[12] === "a" ? "b" : "a") + token.slice(13);
  // The checksum of this one is right.
  const unknown = `sky_${"0".repeat(37)}3jnQlY`;
  for (const wrong of [token.slice(0, -1), `${token}0`, flipped, token.toUpperCase(), "sky_", unknown])
    expect([wrong, ...(await refusalOf(wrong))]).toEqual([wrong, 401, expect.stringMatching(/^bad_(token|jwt)$/)]);
  const { session: own } = await signedInUser(app, { role: "admin" });
  expect(await refusalOf(`sky_${own.refresh_token}`)).toEqual([401, "bad_token"]);
});

test("a token counts in its header only, never in a URL or a cookie, and the auth service knows none", async () => {
  const { token } = await buildToken(app, (await newAdmin()).id);
  const { anonymous } = app.actors;
  for (const name of ["token", "access_token", "api_key", "authorization"])
    expect((await anonymous.get(`${POSTS}?${name}=${token}`)).status).toBe(401);
  expect((await anonymous.get(POSTS, { cookie: `token=${token}` })).status).toBe(401);
  expect((await anonymous.get(POSTS, { authorization: `Basic ${btoa(`sky:${token}`)}` })).status).toBe(401);
  expect((await anonymous.get(`/api/admin/${token}`)).status).toBe(401);
  expect((await anonymous.get(`/story/${token}`)).status).toBe(404);
  const logged = JSON.stringify(app.logged);
  expect(logged).toContain(`/api/admin/${token.slice(0, 8)}…`);
  expect(logged).not.toContain(token.slice(4, 16));
  expect((await withToken(token).get<{ error_code: string }>("/auth/v1/user")).body.error_code).toBe("bad_jwt");
});

test("nobody is signed in by a token where everybody may come", async () => {
  const { user } = await signedInUser(app, { role: "admin" });
  await app.context.db.insertInto("comment_bans").values({ user_id: user.id, reason: "Spam", created_at: new Date() }).execute();
  const { actor } = await buildToken(app, user.id);
  const { id } = await buildPost(app.context.db);
  // As its owner, it would be refused.
  expect((await actor.post("/api/likes", { article_id: id }, { "x-session-id": session("a") })).status).toBe(201);
});

test("no cache keeps what a token reads", async () => {
  const { actor } = await buildToken(app, (await newAdmin()).id);
  expect((await actor.get(POSTS)).headers.get("cache-control")).toBe("no-store");
});

test("where the back office requires a second step, a token has it if it was made with it", async () => {
  const { id } = await newAdmin();
  const [without, withCode] = [await buildToken(app, id), await buildToken(app, id, { hasCode: true })];
  const { actor: admin } = await signedInUser(app, { role: "admin" });
  const { body } = await admin.get<Record<string, unknown>>("/api/admin/settings");
  await app.context.db
    .updateTable("settings")
    .set({ value: { ...body, requireTwoSteps: true } })
    .execute();
  await app.settings.renew();
  expect(await refusalOf(without.token)).toEqual([403, "factor_required"]);
  expect(await refusalOf(withCode.token)).toEqual([200, undefined]);
  await app.context.db
    .updateTable("settings")
    .set({ value: { ...body, requireTwoSteps: false } })
    .execute();
  await app.settings.renew();
});

describe("without posts:publish", () => {
  const writing = ["posts:read", "posts:write"] as const;
  const lacks = { code: "missing_scope", message: "This API token lacks the scope posts:publish" };
  type Post = { id: string; version: number; status: string };
  const newWriter = async () => buildToken(app, (await newAdmin()).id, { scopes: writing });
  const content = "<p>Long enough to be published, and read by anybody.</p>";
  const newText = async () => {
    const { id: category_id } = await buildCategory(app.context.db);
    return { title: "Dusk", slug: `dusk-${crypto.randomUUID()}`, description: "How the day ends.", content, category_id };
  };

  test("drafts are created, changed and deleted", async () => {
    const { actor } = await newWriter();
    const { status, body } = await actor.post<Post>(POSTS, await newText());
    expect([status, body.status]).toEqual([201, "draft"]);
    expect((await actor.patch(`${POSTS}/${body.id}`, { title: "Dawn", version: 1 })).status).toBe(200);
    expect((await actor.delete(`${POSTS}/${body.id}`)).status).toBe(204);
  });

  test("nothing that readers see changes", async () => {
    const { actor } = await newWriter();
    const { id } = await buildPost(app.context.db);
    const own = (await actor.post<Post>(POSTS, await newText())).body;
    const refused = [
      await actor.post(POSTS, { ...(await newText()), status: "published" }),
      await actor.patch(`${POSTS}/${own.id}`, { status: "published", version: 1 }),
      await actor.patch(`${POSTS}/${id}`, { title: "Another", version: 1 }),
      await actor.patch(`${POSTS}/${id}`, { status: "draft", version: 1 }),
      await actor.patch(`${POSTS}/${id}/options`, { comments_open: false }),
      await actor.post(`${POSTS}/bulk`, { ids: [own.id], action: "publish" }),
      await actor.post(`${POSTS}/bulk`, { ids: [id], action: "draft" }),
      await actor.post(`${POSTS}/bulk`, { ids: [id], action: "delete" }),
      await actor.post(`${POSTS}/${id}/translations`, { language: "de" }),
      await actor.put(`${POSTS}/${own.id}/schedule`, { kind: "publish", at: "2099-01-01T00:00:00Z" }),
      await actor.delete(`${POSTS}/${id}`),
    ];
    for (const [index, { status, body }] of refused.entries()) expect([index, status, body]).toEqual([index, 403, lacks]);
    const columns = ["status", "title", "version", "comments_open"] as const;
    const after = await app.context.db.selectFrom("posts").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
    expect(after).toEqual({
      status: "published",
      title: expect.not.stringContaining("Another"),
      version: 1,
      comments_open: true,
    });
  });

  test("changes of a published post are staged, but not while a plan would publish them", async () => {
    const { actor } = await newWriter();
    const { actor: publisher } = await buildToken(app, (await newAdmin()).id);
    const { id, slug } = await buildPost(app.context.db);
    const form = { excerpt: "", content_format: "html", status: "published", featured: false, tags: [] };
    const writing = { ...(await newText()), ...form, slug, featured_image: null, featured_image_alt: "" };
    const stage = (version: number) => actor.put<ErrorBody>(`${POSTS}/${id}/edit`, { writing, version, base_version: 1 });
    expect((await stage(0)).status).toBe(200);
    const plan = await publisher.put(`${POSTS}/${id}/schedule`, { kind: "update", at: "2030-01-01T00:00:00Z" });
    expect(plan.status).toBe(200);
    const second = await stage(1);
    expect([second.status, second.body]).toEqual([403, lacks]);
  });
});

test("a contributor's token reads their own posts only", async () => {
  const { user } = await signedInUser(app, { grants: ["contributor"] });
  const { actor } = await buildToken(app, user.id);
  const other = await buildPost(app.context.db, { status: "draft", published_at: null });
  const own = await buildPost(app.context.db, { status: "draft", published_at: null, author_id: user.id });
  const { body } = await actor.get<{ items: { id: string }[] }>(POSTS);
  expect(body.items.map(({ id }) => id)).toEqual([own.id]);
  expect((await actor.get(`${POSTS}/${other.id}`)).status).toBe(404);
});

test("the activity log names the token and its owner, and doesn't join their changes", async () => {
  const { user, actor: owner } = await signedInUser(app, { role: "admin", email: "ada@blog.test" });
  const { actor } = await buildToken(app, user.id, { name: "Obsidian" });
  const { id } = await buildPost(app.context.db, { status: "draft", published_at: null });
  for (const [index, one] of [owner, actor, actor].entries())
    await one.patch(`${POSTS}/${id}`, { title: `Title ${index}`, version: index + 1, autosave: true });
  const entries = await app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", id).orderBy("id").execute();
  expect(entries.map(({ actor_email, actor_id }) => [actor_email, actor_id])).toEqual([
    ["ada@blog.test", user.id],
    ["token Obsidian of ada@blog.test", user.id],
  ]);
});

test("the activity log names the token that stages an edit, or goes on with somebody's", async () => {
  const { user, actor: owner } = await signedInUser(app, { role: "admin", email: "grace@blog.test" });
  const { actor } = await buildToken(app, user.id, { name: "Agent", scopes: ["posts:read", "posts:write"] });
  const stagedBy = async (...writers: Actor[]) => {
    const { id, slug } = await buildPost(app.context.db);
    const texts = { description: "How the day ends.", excerpt: "", content: "", content_format: "html", featured_image_alt: "" };
    const others = { slug, status: "published", featured: false, category_id: null, tags: [], featured_image: null };
    for (const [version, writer] of writers.entries()) {
      const writing = { ...texts, ...others, title: `Title ${version}` };
      expect((await writer.put(`${POSTS}/${id}/edit`, { writing, version, base_version: 1 })).status).toBe(200);
    }
    const { items } = (await owner.get<AuditPage>("/api/admin/audit?entity=post&action=staged")).body;
    return items.filter(({ entity_id }) => entity_id === id).map(({ actor_email }) => actor_email);
  };
  expect(await stagedBy(actor, actor)).toEqual(["token Agent of grace@blog.test"]);
  expect(await stagedBy(owner, actor, actor)).toEqual(["token Agent of grace@blog.test", "grace@blog.test"]);
});

test("the last use is noted once a minute, with a shortened address", async () => {
  const { id, token } = await buildToken(app, (await newAdmin()).id);
  const actor = createActor(app.fetch, { address: "198.51.100.77", headers: { authorization: `Bearer ${token}` } });
  const lastUse = () =>
    app.context.db
      .selectFrom("api_tokens")
      .select(["last_used_at", "last_used_from"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  await actor.get(POSTS);
  const first = await lastUse();
  expect(first).toEqual({ last_used_at: expect.any(Date), last_used_from: "198.51.100.0/24" });
  await actor.get(POSTS);
  expect(await lastUse()).toEqual(first);
  const before = new Date(Date.now() - 61_000);
  await app.context.db.updateTable("api_tokens").set({ last_used_at: before }).where("id", "=", id).execute();
  await actor.get(POSTS);
  expect((await lastUse()).last_used_at?.getTime()).toBeGreaterThan(before.getTime() + 60_000);
});

test("a token may read 600 times and write 120 times in a minute, and each answer says what is left", async () => {
  const { actor } = await buildToken(app, (await newAdmin()).id);
  const read = () => actor.get<ErrorBody>("/api/admin/media?limit=1");
  const write = () => actor.delete(`${POSTS}/${crypto.randomUUID()}`);
  const first = await read();
  expect(first.headers.get("ratelimit-policy")).toBe('"reads";q=600;w=60');
  expect(first.headers.get("ratelimit")).toMatch(/^"reads";r=599;t=\d+$/);
  for (let n = 1; n < 600; n++) await read();
  const { status, body, headers } = await read();
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect(headers.get("ratelimit")).toMatch(/^"reads";r=0;t=\d+$/);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
  const last = (await Promise.all(Array.from({ length: 120 }, write))).map((one) => one.status);
  expect(new Set(last)).toEqual(new Set([404]));
  const refused = await write();
  expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"writes";q=120;w=60']);
  // Another token has its own.
  expect((await (await buildToken(app, (await newAdmin()).id)).actor.get("/api/admin/media?limit=1")).status).toBe(200);
});

/** TOKEN_TRIES=100000 tries as many as the specification of tokens asks for. */
const TRIES = Number(process.env.TOKEN_TRIES ?? 2000);

test(
  `${TRIES} random texts are no tokens, and none breaks anything`,
  async () => {
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._~+/=-";
    const random = (length: number) => Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
    const texts = Array.from({ length: TRIES }, (_, n) =>
      n % 4 === 3 ? random(1 + (n % 200)) : `sky_${random(n % 4 === 2 ? 1 + (n % 90) : 43)}`,
    );
    const wrong: string[] = [];
    for (const text of texts) {
      const { status } = await withToken(text).get(POSTS);
      if (status !== 401) wrong.push(`${text}: ${status}`);
    }
    expect(wrong).toEqual([]);
  },
  TRIES * 20 + 10_000,
);
