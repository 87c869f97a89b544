import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost, Post } from "../../app/domain/posts/post-shapes.ts";
import { carryOutPlans } from "../../app/domain/posts/schedule/carry-out-plans.ts";
import { LANGUAGES } from "../../app/domain/settings/language-rules.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { setSettings } from "../auth/client.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";

const SITE = "https://blog.example";
const PATH = "/api/admin/posts";
const NOBODY = "11111111-1111-4111-8111-111111111111";
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp({ siteUrl: SITE });
  admin = (await signedInUser(app, { role: "admin", full_name: "Ada" })).actor;
});
afterAll(() => app.close());

const translate = (id: string, language: string) => admin.post<AdminPost & ErrorBody>(`${PATH}/${id}/translations`, { language });
const readForEditing = async (id: string) => (await admin.get<AdminPost>(`${PATH}/${id}`)).body;
const link = (id: string, translation_of: string | null) =>
  admin.patch<AdminPost & ErrorBody>(`${PATH}/${id}/options`, { translation_of });
const save = async ({ id }: { id: string }, fields: object) => {
  const { version } = await readForEditing(id);
  return admin.patch<AdminPost & ErrorBody>(`${PATH}/${id}`, { version, ...fields });
};
const publish = async (post: { id: string }) => {
  expect((await save(post, { status: "published" })).status).toBe(200);
  await app.app.contentChanged();
};
const read = async (slug: string) => (await app.actors.anonymous.get<Post>(`/api/posts/${slug}`)).body;
const page = async (slug: string) => (await app.actors.anonymous.get(`/story/${slug}`)).text;
const versionsOf = ({ translations }: Pick<AdminPost, "translations">) => translations.map(({ language, id }) => [language, id]);

describe("the language of a post", () => {
  test("is one of those that the site knows", async () => {
    const post = await buildPost(app.context.db);
    const rule = `must be one of ${LANGUAGES.join(", ")}`;
    for (const language of ["xx", "DE", "", "de-DE", "de; drop"]) {
      const saved = await save(post, { language });
      expect([saved.status, saved.body.details], language).toEqual([400, [{ field: "language", rule }]]);
      expect((await translate(post.id, language)).body.details, language).toEqual([{ field: "language", rule }]);
    }
  });

  test("is on the article's words where it isn't the site's, and nothing is there without one", async () => {
    const post = await buildPost(app.context.db, { slug: "bab", title: "باب", content_html: "<p>بيت</p>" });
    const before = await page("bab");
    expect([before.includes("inLanguage"), before.includes("hrefLang"), before.includes("language")]).toEqual([
      false,
      false,
      false,
    ]);
    const { version } = await readForEditing(post.id);
    expect((await save(post, { language: "ar" })).body.version).toBe(version + 1);
    await app.app.contentChanged();
    const after = await page("bab");
    expect(after).toContain('<h1 dir="rtl" lang="ar">باب</h1>');
    expect(after).toMatch(/<div class="prose[^"]*" dir="rtl" lang="ar"><p>بيت/);
    expect(after).toContain('"inLanguage":"ar"');
    expect(after).not.toContain("hrefLang");
    expect((await read("bab")).language).toBe("ar");

    await save(post, { language: "en" });
    await app.app.contentChanged();
    expect(await page("bab")).toContain('<h1 dir="auto">باب</h1>');
  });
});

describe("adding a translation", () => {
  test("is for admins", async () => {
    const post = await buildPost(app.context.db);
    const path = `${PATH}/${post.id}/translations`;
    expect((await app.actors.anonymous.post(path, { language: "de" })).status).toBe(401);
    expect((await (await signedInUser(app)).actor.post(path, { language: "de" })).status).toBe(403);
    expect((await readForEditing(post.id)).translations).toEqual([]);
  });

  test("needs an article outside the trash in another language", async () => {
    const { db } = app.context;
    expect((await translate(NOBODY, "de")).status).toBe(404);
    const trashed = await buildPost(db);
    await admin.delete(`${PATH}/${trashed.id}`);
    const refused = await translate(trashed.id, "de");
    expect([refused.status, refused.body.message]).toEqual([404, "This post is in the trash. Restore it to continue writing."]);
    const imprint = await buildPost(db, { kind: "page", slug: "imprint", listed: false });
    const noPage = await translate(imprint.id, "de");
    expect([noPage.status, noPage.body.details]).toEqual([
      400,
      [{ field: "id", rule: "Only articles have translations, not pages" }],
    ]);
    const post = await buildPost(db);
    const same = await translate(post.id, "en");
    const rule = "This article already has a version in this language";
    expect([same.status, same.body.code, same.body.details]).toEqual([409, "translation_exists", [{ field: "language", rule }]]);
    expect((await readForEditing(post.id)).language).toBeNull();
  });

  test("makes a draft with the article's text, category, tags and picture; the original stays as it is", async () => {
    const { db } = app.context;
    const category = await buildCategory(db);
    const tag = await buildTag(db, { name: "Larks" });
    const fields = {
      title: "Larks at dawn",
      slug: "larks-at-dawn",
      category_id: category.id,
      featured: true,
      comments_open: false,
    };
    const original = await buildPost(db, { ...fields, tags: [tag.id], content: "<p>They sing.</p>" });
    const before = await readForEditing(original.id);
    const { status, body: german } = await translate(original.id, "de");
    expect(status).toBe(201);
    const { title, slug, language, content, featured, comments_open, category_id } = german;
    expect({ title, slug, language, content, featured, comments_open, category_id, status: german.status }).toEqual({
      title: "Larks at dawn",
      slug: "larks-at-dawn-de",
      language: "de",
      content: "<p>They sing.</p>",
      featured: false,
      comments_open: false,
      category_id: category.id,
      status: "draft",
    });
    expect([german.tags.map(({ name }) => name), german.author?.full_name]).toEqual([["Larks"], "Ada"]);
    const after = await readForEditing(original.id);
    expect([versionsOf(german), versionsOf(after)]).toEqual([[["en", original.id]], [["de", german.id]]]);
    expect([after.language, after.version, after.updated_at]).toEqual(["en", before.version, before.updated_at]);
  });

  test("of a translation joins its group", async () => {
    const original = await buildPost(app.context.db);
    const german = (await translate(original.id, "de")).body;
    const french = (await translate(german.id, "fr")).body;
    expect(versionsOf(french)).toEqual([
      ["de", german.id],
      ["en", original.id],
    ]);
    expect((await translate(french.id, "en")).status).toBe(409);
  });

  test("by two people at once makes one", async () => {
    const post = await buildPost(app.context.db);
    const answers = await Promise.all(Array.from({ length: 5 }, () => translate(post.id, "de")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await readForEditing(post.id)).translations).toHaveLength(1);
  });
});

describe("linking", () => {
  test("refuses the post itself, one in the trash, none, and a page", async () => {
    const { db } = app.context;
    const post = await buildPost(db);
    const trashed = await buildPost(db);
    await admin.delete(`${PATH}/${trashed.id}`);
    const aPage = await buildPost(db, { kind: "page", listed: false });
    const missing = "There is no such post outside the trash";
    for (const [of, rule] of [
      [post.id, "A post isn’t a translation of itself"],
      [trashed.id, missing],
      [NOBODY, missing],
      [aPage.id, "Only articles have translations, not pages"],
      ["x", "must be a post’s id, or null"],
    ] as const) {
      const { status, body } = await link(post.id, of);
      expect([status, body.details], rule).toEqual([400, [{ field: "translation_of", rule }]]);
    }
    const other = await buildPost(db);
    expect((await link(post.id, other.id)).body.code).toBe("translation_exists");
    expect((await readForEditing(other.id)).language).toBeNull();
  });

  test("joins and leaves a group, and a saved language must be free in it", async () => {
    const { db } = app.context;
    const english = await buildPost(db);
    const german = await buildPost(db, { language: "de" });
    expect(versionsOf((await link(german.id, english.id)).body)).toEqual([["en", english.id]]);
    const taken = await save(german, { language: "en" });
    expect([taken.status, taken.body.code]).toEqual([409, "translation_exists"]);
    expect((await save(german, { language: null })).body.language).toBe("de");
    expect((await save(german, { language: "it" })).body.language).toBe("it");
    const left = (await link(german.id, null)).body;
    expect([left.language, left.translations]).toEqual(["it", []]);
    expect((await save(german, { language: null })).body.language).toBeNull();
  });

  test("the site's language may change: the versions keep theirs", async () => {
    const english = await buildPost(app.context.db);
    const german = (await translate(english.id, "de")).body;
    await setSettings(app, { language: "de" });
    expect((await readForEditing(english.id)).language).toBe("en");
    expect((await translate(german.id, "en")).status).toBe(409);
    await setSettings(app, { language: "en" });
  });
});

test("the trash keeps a group's place until another version takes it", async () => {
  const original = await buildPost(app.context.db);
  const first = (await translate(original.id, "de")).body;
  const restore = (id: string) => admin.post("/api/admin/trash/restore", { items: [{ kind: "post", id }] });
  await admin.delete(`${PATH}/${first.id}`);
  expect((await readForEditing(original.id)).translations).toEqual([]);
  expect((await restore(first.id)).status).toBe(200);
  expect(versionsOf(await readForEditing(original.id))).toEqual([["de", first.id]]);

  await admin.delete(`${PATH}/${first.id}`);
  const second = (await translate(original.id, "de")).body;
  expect((await restore(first.id)).status).toBe(200);
  expect(versionsOf(await readForEditing(original.id))).toEqual([["de", second.id]]);
  const back = await readForEditing(first.id);
  expect([back.language, back.translations]).toEqual(["de", []]);
});

test("a planned translation is linked from its time on", async () => {
  const { id: category_id } = await buildCategory(app.context.db);
  const content = "<p>They sing before anyone is awake, and stop when the first bus goes down the hill.</p>";
  const original = await buildPost(app.context.db, { slug: "planned", category_id, content });
  const { id } = (await translate(original.id, "de")).body;
  const at = new Date(Date.now() + 3_600_000);
  expect((await admin.put(`${PATH}/${id}/schedule`, { kind: "publish", at: at.toISOString() })).status).toBe(200);
  const germanOf = async () => ((await read("planned")).translations ?? []).map(({ slug }) => slug);
  expect(await germanOf()).toEqual([]);
  const later = { ...app.context, clock: { now: () => at } };
  expect(await carryOutPlans(later, { site: app.settings.site(), settings: app.settings.get(), editPath: (post) => post })).toBe(
    1,
  );
  await app.app.contentChanged();
  expect(await germanOf()).toEqual(["planned-de"]);
});

describe("readers", () => {
  const alternates = (html: string) =>
    [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)].map(([, lang, href]) => `${lang} ${href}`);

  test("are led to the published versions only, both ways, also by the sitemap", async () => {
    const original = await buildPost(app.context.db, { slug: "walks", title: "Walks" });
    const german = (await translate(original.id, "de")).body;
    const french = (await translate(original.id, "fr")).body;
    await app.app.contentChanged();
    expect((await read("walks")).translations).toBeUndefined();
    expect(alternates(await page("walks"))).toEqual([]);

    await save(german, { slug: "wege", title: "Wege" });
    await publish(german);
    const all = [`de ${SITE}/story/wege`, `en ${SITE}/story/walks`, `x-default ${SITE}/story/walks`];
    expect((await read("walks")).translations).toEqual([{ language: "de", name: "Deutsch", slug: "wege" }]);
    for (const slug of ["walks", "wege"]) expect(alternates(await page(slug)), slug).toEqual(all);
    expect(await page("walks")).toMatch(/Also in: <a(?=[^>]* lang="de")(?=[^>]* hrefLang="de")[^>]*>Deutsch<\/a>/);
    expect(await page("wege")).toContain('<h1 dir="ltr" lang="de">Wege</h1>');

    await publish(french);
    const names = ((await read("walks")).translations ?? []).map(({ name }) => name);
    expect(names).toEqual(["Deutsch", "Français"]);

    const xml = (await app.actors.anonymous.get("/sitemap.xml")).text;
    expect(XMLValidator.validate(xml)).toBe(true);
    const { urlset } = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "xhtml:link" }).parse(xml);
    const byUrl = new Map<string, string[]>(
      urlset.url.map((url: { loc: string; "xhtml:link"?: Record<string, string>[] }) => [
        url.loc,
        (url["xhtml:link"] ?? []).map((one) => `${one["@_hreflang"]} ${one["@_href"]}`),
      ]),
    );
    const three = [all[0], all[1], `fr ${SITE}/story/${french.slug}`, all[2]];
    for (const slug of ["walks", "wege", french.slug]) {
      expect(byUrl.get(`${SITE}/story/${slug}`), slug).toEqual(three);
      expect(alternates(await page(slug)), slug).toEqual(three);
    }

    await save(german, { status: "archived" });
    await app.app.contentChanged();
    expect(((await read("walks")).translations ?? []).map(({ language }) => language)).toEqual(["fr"]);
  });

  test("have the version in the site's language as the default one, else the first", async () => {
    await setSettings(app, { language: "it" });
    const german = await buildPost(app.context.db, { slug: "eins", language: "de" });
    const french = (await translate(german.id, "fr")).body;
    await publish(french);
    expect(alternates(await page("eins"))).toContain(`x-default ${SITE}/story/eins`);
    const italian = (await translate(german.id, "it")).body;
    await publish(italian);
    expect(alternates(await page("eins"))).toContain(`x-default ${SITE}/story/${italian.slug}`);
    await setSettings(app, { language: "en" });
  });
});
