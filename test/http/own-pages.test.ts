import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost, Post, PostPage } from "../../app/domain/posts/post-shapes.ts";
import { carryOutPlans } from "../../app/domain/posts/schedule/carry-out-plans.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildClock } from "../builders.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin", full_name: "Ada" })).actor;
});
afterAll(() => app.close());

const PATH = "/api/admin/posts";
const TEXT = "<p>Ada Larkin, Lark Lane 7, 10115 Berlin, answers for everything on this site.</p>";

const create = (fields: object) => admin.post<AdminPost & ErrorBody>(PATH, { kind: "page", content: TEXT, ...fields });
const publish = async (title: string, slug: string, fields: object = {}) => {
  const { status, body, text } = await create({ title, slug, status: "published", ...fields });
  expect(status, text).toBe(201);
  await app.app.contentChanged();
  return body;
};
const save = async (page: { id: string; version: number }, fields: object) => {
  const answer = await admin.patch<AdminPost & ErrorBody>(`${PATH}/${page.id}`, { version: page.version, ...fields });
  await app.app.contentChanged();
  return answer;
};
const read = (path: string) => app.actors.anonymous.get<Post>(path);

describe("the list of pages", () => {
  test("is for admins", async () => {
    expect((await read("/api/admin/pages")).status).toBe(401);
    expect((await (await signedInUser(app)).actor.get("/api/admin/pages")).status).toBe(403);
  });

  test("has pages of every status by title, and no posts", async () => {
    const { id: category_id } = await buildCategory(app.context.db);
    const post = { title: "No page", slug: "no-page", description: "A post among pages.", content: TEXT, category_id };
    expect((await admin.post(PATH, post)).status).toBe(201);
    await publish("Zebra crossings", "zebra");
    await create({ title: "An unfinished page", slug: "unfinished" });
    const { body } = await admin.get<{ items: { title: string; status: string; slug: string; author: string }[] }>(
      "/api/admin/pages",
    );
    const shown = body.items.map(({ title, status, slug, author }) => [title, status, slug, author]);
    expect(shown).toEqual([
      ["An unfinished page", "draft", "unfinished", "Ada"],
      ["Zebra crossings", "published", "zebra", "Ada"],
    ]);
    const { body: posts } = await admin.get<{ items: { slug: string }[]; counts: { all: number } }>(PATH);
    expect([posts.items.map(({ slug }) => slug), posts.counts.all]).toEqual([["no-page"], 1]);
    const byViews = await admin.get<{ items: { slug: string }[] }>(`${PATH}?sort=-views`);
    expect(byViews.body.items.map(({ slug }) => slug)).toEqual(["no-page"]);
  });
});

describe("a page", () => {
  test("needs neither a category nor a description; a post needs both", async () => {
    expect((await create({ title: "Contact", slug: "contact" })).status).toBe(201);
    const { status, body } = await create({
      title: "Contact us",
      slug: "contact-us",
      kind: "post",
      category_id: null,
      description: "Short",
    });
    expect([status, body.details]).toEqual([
      400,
      [
        { field: "category_id", rule: "Category is required" },
        { field: "description", rule: "Description must be at least 10 characters" },
      ],
    ]);
  });

  test("is at the root of the site, and nowhere else", async () => {
    await publish("Imprint of this site", "imprint", { description: "Who writes here." });
    const page = await read("/imprint");
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1 dir="auto">Imprint of this site</h1>');
    expect(page.text).toContain("Lark Lane 7");
    expect(page.text).toContain('<link rel="canonical" href="http://blog.test/imprint"/>');
    expect(page.text).not.toContain("Like this article");
    const story = await read("/story/imprint");
    expect([story.status, story.headers.get("location")]).toEqual([301, "/imprint"]);
    expect((await read("/imprints")).status).toBe(404);
    expect((await read("/no-page")).status).toBe(404);
  });

  test("is in the sitemap and in searches, but in no list and no feed", async () => {
    await publish("Where to find us", "where", { content: `${TEXT}<p>Bring wellingtons in November.</p>` });
    expect((await read("/sitemap.xml")).text).toContain("<loc>http://blog.test/where</loc>");
    for (const path of ["/feed.xml", "/api/posts", "/view-all", "/llms.txt"])
      expect([path, (await read(path)).text.includes("Where to find us")]).toEqual([path, false]);
    const { body } = await app.actors.anonymous.get<PostPage>("/api/posts?search=wellingtons%20november");
    expect(body).toMatchObject({ total: 0, own_pages: [{ slug: "where", title: "Where to find us", description: "" }] });
    expect((await read("/view-all?search=wellingtons")).text).toContain('href="/where"');
  });

  test("is refused where the product has a path, also when its slug changes", async () => {
    const rule = "This URL belongs to the site itself. Please choose a different slug.";
    for (const slug of ["login", "admin", "view-all", "api", "story", "feed"]) {
      const { status, body } = await create({ title: "Taken", slug });
      expect([slug, status, body.details]).toEqual([slug, 400, [{ field: "slug", rule }]]);
    }
    const page = await publish("Free", "free-address");
    expect((await save(page, { slug: "login" })).body.details).toEqual([{ field: "slug", rule }]);
    const listed = await admin.patch<ErrorBody>(`${PATH}/${page.id}/options`, { listed: true });
    expect([listed.status, listed.body.details]).toEqual([400, [{ field: "listed", rule: "A page is never in lists" }]]);
  });

  test("leads on from its former address, and is gone when it isn't published", async () => {
    const page = await publish("What I do now", "now");
    const { body } = await save(page, { slug: "these-days" });
    const old = await read("/now");
    expect([old.status, old.headers.get("location")]).toEqual([301, "/these-days"]);
    await save(body, { status: "draft" });
    expect([(await read("/these-days")).status, (await read("/now")).status]).toEqual([404, 404]);
  });

  test("can become a post, and a post a page", async () => {
    const { id: category_id } = await buildCategory(app.context.db);
    const page = await publish("Once a page", "once-a-page", { description: "It was a page once." });
    const { body: post } = await save(page, { kind: "post", category_id });
    expect((await read("/once-a-page")).status).toBe(404);
    expect((await read("/story/once-a-page")).status).toBe(200);
    await admin.patch(`${PATH}/${page.id}/options`, { listed: true });
    await app.app.contentChanged();
    expect((await read("/feed.xml")).text).toContain("Once a page");
    await save(post, { kind: "page" });
    expect((await read("/once-a-page")).status).toBe(200);
    expect((await read("/feed.xml")).text).not.toContain("Once a page");
  });
});

describe("a page is written as a post is", () => {
  const clock = buildClock();
  let timed: TestApp;
  let keeper: Actor;
  const at = (id: string, rest = "") => `${PATH}/${id}${rest}`;
  const publicly = async (slug: string) => {
    await timed.app.contentChanged();
    const { status, text } = await timed.actors.anonymous.get(`/${slug}`);
    return [status, /<h1[^>]*>([^<]*)/.exec(text)?.[1]];
  };
  const carryOut = () =>
    carryOutPlans(timed.context, {
      site: timed.settings.site(),
      settings: { enableNotifications: false, adminEmail: "ada@blog.example" },
      editPath: (id) => `/admin/posts/edit/${id}`,
    });
  beforeAll(async () => {
    timed = await createTestApp({ clock });
    keeper = (await signedInUser(timed, { role: "admin" })).actor;
  });
  afterAll(() => timed.close());
  const make = async (fields: object) => (await keeper.post<AdminPost>(PATH, { kind: "page", content: TEXT, ...fields })).body;

  test("an edit of a public page waits until it is saved, and what was before can be restored", async () => {
    const page = await make({ title: "Imprint", slug: "imprint", status: "published" });
    const { title, slug, description, excerpt, content, content_format, status, featured } = page;
    const form = { title, slug, description, excerpt, content, content_format, status, featured, category_id: null, tags: [] };
    const writing = { ...form, featured_image: null, featured_image_alt: "", kind: "page", title: "Legal notice" };
    expect((await keeper.put(at(page.id, "/edit"), { writing, version: 0, base_version: page.version })).status).toBe(200);
    expect(await publicly("imprint")).toEqual([200, "Imprint"]);
    const values = { title: "Legal notice", version: page.version, edit_version: 1 };
    expect((await keeper.patch(at(page.id), values)).status).toBe(200);
    expect(await publicly("imprint")).toEqual([200, "Legal notice"]);
    const { body } = await keeper.get<{ items: { id: string }[] }>(at(page.id, "/revisions"));
    const first = body.items.at(-1)?.id;
    expect((await keeper.post(at(page.id, `/revisions/${first}/restore`), { version: page.version + 1 })).status).toBe(200);
    // As for posts, readers see it once it is saved.
    expect(await publicly("imprint")).toEqual([200, "Legal notice"]);
    const { body: staged } = await keeper.get<{ writing: { title: string; kind: string } }>(at(page.id, "/edit"));
    expect([staged.writing.title, staged.writing.kind]).toEqual(["Imprint", "page"]);
  });

  test("a planned page is public from its time on", async () => {
    const page = await make({ title: "Now", slug: "now", status: "draft" });
    const time = new Date(clock.now().getTime() + 30 * 60_000).toISOString();
    expect((await keeper.put(at(page.id, "/schedule"), { kind: "publish", at: time })).status).toBe(200);
    clock.forward(29 * 60_000);
    expect(await carryOut()).toBe(0);
    expect((await publicly("now"))[0]).toBe(404);
    clock.forward(60_000);
    expect(await carryOut()).toBe(1);
    expect(await publicly("now")).toEqual([200, "Now"]);
  });
});

describe("the product's own pages", () => {
  test("have their texts until the owner publishes others", async () => {
    const shipped = { about: "Our mission", privacy: "In short", terms: "A few plain rules." };
    for (const [path, text] of Object.entries(shipped))
      expect([path, (await read(`/${path}`)).text.includes(text)]).toEqual([path, true]);
    await publish("About us", "about");
    await publish("Your privacy", "privacy");
    const terms = await publish("House rules", "terms");
    expect((await app.actors.anonymous.get<{ own_pages: string[] }>("/api/site")).body.own_pages).toEqual([
      "about",
      "privacy",
      "terms",
    ]);
    const [about, privacy, rules] = [await read("/about"), await read("/privacy"), await read("/terms")];
    expect(about.text).toContain('<h1 dir="auto">About us</h1>');
    expect(about.text).not.toContain("Our mission");
    // What is stored stays true, whatever the owner writes.
    expect(privacy.text).toContain('<h1 dir="auto">Your privacy</h1>');
    expect(privacy.text).toContain("<h2>In short</h2>");
    expect(rules.text).toContain("Lark Lane 7");
    expect(rules.text).not.toContain("A few plain rules.");
    await save(terms, { status: "archived" });
    expect((await read("/terms")).text).toContain("A few plain rules.");
  });

  test("are in the sitemap once", async () => {
    const { text } = await read("/sitemap.xml");
    expect(text.split("<loc>http://blog.test/about</loc>")).toHaveLength(2);
  });
});
