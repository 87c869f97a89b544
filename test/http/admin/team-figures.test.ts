import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlogFunnel, BlogPosts } from "../../../app/domain/analytics/analytics.ts";
import { rollUp } from "../../../app/domain/analytics/rollups/roll-up.ts";
import type { Dashboard, WaitingCounts } from "../../../app/domain/dashboard/dashboard.ts";
import type { Grant } from "../../../app/domain/users/grants/grant-rules.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";
import { buildVisit } from "../../visits.ts";

const POSTS = "/api/admin/analytics/blog/posts";
const FUNNEL = "/api/admin/analytics/blog/funnel";

let app: TestApp;
let category: string;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  category = (await buildCategory(db)).id;
  const reader = (await signedInUser(app, { full_name: null, email: "heron@reeds.test" })).user;
  const post = await buildPost(db, { title: "On herons", slug: "on-herons", author_id: reader.id, category_id: category });
  await db.insertInto("comments").values({ post_id: post.id, author_id: reader.id, content: "Hello" }).execute();
  await buildVisit(db, { at: new Date(), pages: [{ path: "/story/on-herons", engaged: 30, scroll: 100 }] });
});
afterAll(() => app.close());

/** A user with grants, and an article of theirs with two visits and a comment. */
async function teammate(...grants: Grant[]) {
  const { db } = app.context;
  const { user, actor } = await signedInUser(app, { grants });
  const slug = `by-${user.id}`;
  const post = await buildPost(db, { title: "On larks", slug, author_id: user.id, category_id: category });
  await buildPost(db, { title: "Imprint", slug: `page-${user.id}`, kind: "page", author_id: user.id });
  for (const _ of [1, 2]) await buildVisit(db, { at: new Date(), pages: [{ path: `/story/${slug}`, engaged: 30, scroll: 100 }] });
  await rollUp(app.context, { timezone: app.settings.site().timezone });
  return { actor, post };
}

describe("figures of articles", () => {
  test.each<{ grants: Grant[] }>([
    { grants: ["contributor"] },
    { grants: ["author"] },
    { grants: ["contributor", "author", "moderator"] },
  ])("are those of one's own: $grants", async ({ grants }) => {
    const { actor, post } = await teammate(...grants);
    expect((await actor.get<BlogPosts>(POSTS)).body.items).toMatchObject([{ id: post.id, views: 2 }]);
    const { total, items } = (await actor.get<BlogFunnel>(FUNNEL)).body;
    expect(total).toMatchObject({ posts: 1, visits: 2 });
    expect(items).toMatchObject([{ id: post.id, visits: 2 }]);
    for (const filter of ["search=herons", "category=none"])
      expect((await actor.get<BlogPosts>(`${POSTS}?${filter}`)).body.items).toEqual([]);
    expect((await actor.get<BlogPosts>(`${POSTS}?category=${category}`)).body.items).toHaveLength(1);
    expect((await actor.get("/api/admin/analytics/blog")).status).toBe(403);
  });

  test("are those of all articles for editors, with the site's", async () => {
    const { actor } = await teammate("editor");
    const { items } = (await actor.get<BlogPosts>(`${POSTS}?search=herons`)).body;
    expect(items).toMatchObject([{ title: "On herons", views: 1 }]);
    expect((await actor.get("/api/admin/analytics/overview")).status).toBe(200);
    for (const path of ["options", "rules", "rejected"])
      expect((await actor.get(`/api/admin/analytics/${path}`)).status).toBe(403);
  });

  test("are nobody's for moderators", async () => {
    const { actor } = await teammate("moderator");
    for (const path of [POSTS, FUNNEL]) expect((await actor.get(path)).status).toBe(403);
  });
});

describe("the dashboard leaves out what somebody may not see", () => {
  const read = async (...grants: Grant[]) => {
    const { actor, post } = await teammate(...grants);
    await app.context.db.insertInto("comments").values({ post_id: post.id, content: "Well said", guest_name: "Ida" }).execute();
    const { body, text } = await actor.get<Dashboard>("/api/admin/dashboard");
    expect(text).not.toContain("heron@reeds.test");
    return { body, comments: await commentCount(), waiting: (await actor.get<WaitingCounts>("/api/admin/waiting")).body };
  };
  const commentCount = async () => (await app.context.db.selectFrom("comments").select("id").execute()).length;
  const shown = (body: Dashboard) => Object.keys(body).sort();

  test("authors: comments on their own articles alone", async () => {
    const { body, waiting } = await read("author");
    expect(shown(body)).toEqual(["activity", "comments", "next", "posts", "waiting"]);
    expect(body.posts).toMatchObject({ total: 1, current: 1 });
    expect(body.comments).toMatchObject({ total: 1, current: 1 });
    expect(body.activity.filter(({ kind }) => kind === "comment")).toMatchObject([{ about: "On larks", who: "Ida" }]);
    expect([body.waiting, waiting]).toEqual([{ pending_comments: 1 }, { pending_comments: 1 }]);
  });

  test("moderators: comments alone, without the addresses of readers", async () => {
    const { body, comments, waiting } = await read("moderator");
    expect(shown(body)).toEqual(["activity", "comments", "waiting"]);
    expect(body.comments?.total).toBe(comments);
    expect(body.activity.map(({ kind, who }) => `${kind} ${who}`)).toContain("comment null");
    expect([body.waiting, waiting]).toEqual([{ pending_comments: comments }, { pending_comments: comments }]);
  });

  test("contributors: nothing of comments, visits, users and the server", async () => {
    const { body, waiting } = await read("contributor");
    expect(shown(body)).toEqual(["activity", "next", "posts", "waiting"]);
    expect(body.activity.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["post On larks"]);
    expect([body.waiting, waiting]).toEqual([{}, {}]);
  });

  test("editors: the site's visits", async () => {
    const { body, waiting } = await read("editor");
    expect(shown(body)).toEqual(["activity", "next", "posts", "views", "waiting", "week"]);
    expect(body.week?.articles).toHaveLength(5);
    expect([body.waiting, waiting]).toEqual([{ handed_in: 0 }, {}]);
  });
});
