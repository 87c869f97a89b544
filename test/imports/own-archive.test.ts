// slow: app/domain/exports/ app/domain/imports/ app/domain/posts/post.ts db/migrations/

import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { giveImportUp, undoImport } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { type Packed, packZip } from "../../app/platform/zip/write-zip.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeEach(async () => {
  importer = await openImporter({ allows: () => false });
});
afterEach(() => importer.close());

const LISTS = {
  "skylark.json": '{"format":1}',
  "authors.json": "[]",
  "categories.json": "[]",
  "tags.json": "[]",
  "redirects.json": "[]",
  "media.json": "[]",
  "settings.json": '{"value":{},"content":{}}',
};
/** An archive of this product, made by hand: an attacker's, for example. */
const archiveOf = (files: Record<string, string>) => zipOf({ ...LISTS, ...files });
const settingsOf = (value: object, content: object = {}) => archiveOf({ "settings.json": JSON.stringify({ value, content }) });
const stored = () => importer.db.selectFrom("settings").select(["value", "content"]).executeTakeFirstOrThrow();

const post = (slug: string, content: string, n = 1) =>
  `---
id: 0b6f3f0e-6f5c-4d3a-9f0e-00000000000${n}
title: A lark
slug: ${slug}
old_slugs: []
description: d
excerpt: e
status: published
featured: false
category: null
tags: []
author: null
created_at: "2026-01-01T00:00:00.000Z"
updated_at: "2026-01-01T00:00:00.000Z"
published_at: "2026-01-01T00:00:00.000Z"
first_published_at: "2026-01-01T00:00:00.000Z"
featured_image: null
featured_image_alt: ""
format: markdown
---
${content}
`;

describe("settings of an archive", () => {
  const HOSTILE = {
    siteUrl: "https://evil.example",
    adminEmail: "attacker@evil.example",
    maintenanceMode: true,
    allowRegistration: false,
    requireEmailVerification: false,
  };

  test("are left alone by default", async () => {
    const done = await importer.run(await settingsOf({ siteName: "Wren" }, { "hero.title": "Up" }));
    expect(done.state).toBe("done");
    expect(await stored()).toEqual({ value: {}, content: {} });
    expect(done.report.findings).toEqual([
      {
        severity: "kept",
        place: "settings.json",
        sentence: "The archive’s settings weren’t imported, as chosen.",
      },
    ]);
  });

  test("never set the URL, the owner, maintenance or the rules for accounts", async () => {
    const done = await importer.run(await settingsOf({ ...HOSTILE, siteName: "Wren" }), { takeSettings: true });
    expect(await stored()).toEqual({ value: { siteName: "Wren" }, content: {} });
    const refused = done.report.settings?.filter((one) => one.refused !== null).map(({ name }) => name);
    expect(refused?.sort()).toEqual(Object.keys(HOSTILE).sort());
  });

  test("are shown before the start, each with its value and why it is refused", async () => {
    const checked = await importer.check(
      await settingsOf(
        { siteName: "x".repeat(20_000), siteUrl: "not a url", postsPerPage: 12, theme: "pink", madeUp: 1 },
        { "footer.rights": "Ours\0" },
      ),
    );
    expect(checked.state).toBe("checked");
    const settings = new Map(checked.report.settings?.map(({ name, ...rest }) => [name, rest]));
    expect(settings.get("siteName")?.value).toHaveLength(200);
    expect(settings.get("siteName")?.refused).toBe("Site name must have at most 100 characters.");
    expect(settings.get("siteUrl")).toMatchObject({
      value: "not a url",
      refused: expect.stringContaining("An archive never sets"),
    });
    expect(settings.get("postsPerPage")).toEqual({ value: "12", refused: null });
    expect(settings.get("theme")?.refused).toBe("Theme must be one of light; dark; auto.");
    expect(settings.get("footer.rights")?.refused).toBe("Copyright line must not have control characters.");
    expect([...settings.keys()]).not.toContain("madeUp");
    expect(checked.report.findings).toEqual([
      { severity: "dropped", place: "settings.json", sentence: "Settings and texts that aren’t known here aren’t imported: 1." },
    ]);
    expect(await stored()).toEqual({ value: {}, content: {} });
  });

  test("don't replace what was changed here, and fill in the rest", async () => {
    await importer.db.updateTable("settings").set({ value: '{"siteName":"Ours"}', content: '{"hero.title":"Ours"}' }).execute();
    const archive = await settingsOf({ siteName: "Wren", postsPerPage: 12 }, { "hero.title": "Up", "hero.lead": "Lead" });
    const done = await importer.run(archive, { takeSettings: true });
    expect(await stored()).toEqual({
      value: { siteName: "Ours", postsPerPage: 12 },
      content: { "hero.title": "Ours", "hero.lead": "Lead" },
    });
    expect(done.report.settings?.find(({ name }) => name === "siteName")?.refused).toBe(
      "It was already changed here and stays as it is.",
    );
  });

  test("get their first values again when the import is undone, unless they were changed since", async () => {
    await importer.db.updateTable("settings").set({ value: '{"siteName":"Ours"}' }).execute();
    const archive = await settingsOf(
      { siteName: "Wren", postsPerPage: 12, theme: "dark" },
      { "hero.title": "Up", "hero.lead": "Lead" },
    );
    const { id } = await importer.run(archive, { takeSettings: true });
    const { value, content } = await stored();
    const changed = { value: { ...(value as object), theme: "light" }, content: { ...(content as object), "hero.lead": "Mine" } };
    const [settings, texts] = [JSON.stringify(changed.value), JSON.stringify(changed.content)];
    await importer.db.updateTable("settings").set({ value: settings, content: texts }).execute();
    await undoImport(importer.ctx, importer.admin, id);
    await performImport(importer.ctx, id, importer.tools);
    expect(await stored()).toEqual({ value: { siteName: "Ours", theme: "light" }, content: { "hero.lead": "Mine" } });
    const { state, report, done, total } = await importer.stored(id);
    expect([state, done === total]).toEqual(["undone", true]);
    const reported = report.findings?.filter(({ sentence }) => sentence.includes("changed here since")).map(({ place }) => place);
    expect(reported).toEqual(["settings.json, theme", "settings.json, hero.lead"]);
    const { before, after } = await importer.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("entity", "=", "settings")
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect([before, after]).toEqual([
      { postsPerPage: 12, "hero.title": "Up" },
      { postsPerPage: null, "hero.title": null },
    ]);
  });
});

describe("the order of an archive's featured stories", () => {
  const ID = "0b6f3f0e-6f5c-4d3a-9f0e-000000000007";
  const ELSEWHERE = "0b6f3f0e-6f5c-4d3a-9f0e-000000000008";
  const order = () => importer.db.selectFrom("featured_order").select("post_ids").executeTakeFirstOrThrow();
  const archive = (post_ids: unknown) =>
    archiveOf({
      "posts/featured-lark.md": post("featured-lark", "A lark sings.", 7).replace("featured: false", "featured: true"),
      "featured.json": JSON.stringify({ post_ids }),
    });
  const part = (report: { settings?: { name: string; refused: string | null }[] | undefined }) =>
    report.settings?.find(({ name }) => name === "home.featured");

  test("is taken over with the settings, without posts that aren't here, and goes when the import is undone", async () => {
    const bad = await importer.check(await archive(["x"]));
    expect(part(bad.report)?.refused).toBe("must be the id of a featured article.");
    const left = await importer.run(await archive([ELSEWHERE, ID]));
    expect([left.state, (await order()).post_ids]).toEqual(["done", []]);
    const taken = await importer.run(await archive([ELSEWHERE, ID]), { takeSettings: true });
    expect([part(taken.report)?.refused, (await order()).post_ids]).toEqual([null, [ID]]);
    const again = await importer.run(await archive([ID]), { takeSettings: true });
    expect(part(again.report)?.refused).toBe("It is already set here and stays as it is.");
    await undoImport(importer.ctx, importer.admin, taken.id);
    await performImport(importer.ctx, taken.id, importer.tools);
    expect((await order()).post_ids).toEqual([]);
  });
});

describe("an archive's words", () => {
  const here = async () => {
    const rows = await importer.db.selectFrom("translated_words").select(["language", "key", "text"]).orderBy("key").execute();
    return rows.map(({ language, key, text }) => `${language} ${key}: ${text}`);
  };
  const archive = (words: unknown) => archiveOf({ "words.json": JSON.stringify(words) });
  const part = (report: { settings?: { name: string; refused: string | null }[] | undefined }) =>
    report.settings?.find(({ name }) => name === "words.nl");

  test("are taken over where they are valid and nobody has set them, and go when the import is undone", async () => {
    const bad = await importer.check(await archive({ nl: { "layout.gone": "Weg", "cards.shareArticle": "Zonder titel" } }));
    expect(part(bad.report)?.refused).toBe("None of them is valid here.");
    const at = { language: "nl", updated_at: new Date() };
    await importer.db
      .insertInto("translated_words")
      .values({ ...at, key: "layout.login", text: "Hier naar binnen" })
      .execute();
    const words = { nl: { "layout.login": "Inloggen", "layout.signUp": "Meedoen", "layout.gone": "Weg" } };
    const taken = await importer.run(await archive(words), { takeSettings: true });
    expect([part(taken.report)?.refused, await here()]).toEqual([
      null,
      ["nl layout.login: Hier naar binnen", "nl layout.signUp: Meedoen"],
    ]);
    const again = await importer.run(await archive({ nl: { "layout.signUp": "Aanmelden" } }), { takeSettings: true });
    expect(part(again.report)?.refused).toBe("They are already set here and stay as they are.");
    await undoImport(importer.ctx, importer.admin, taken.id);
    await performImport(importer.ctx, taken.id, importer.tools);
    expect(await here()).toEqual(["nl layout.login: Hier naar binnen"]);
  });
});

describe("former slugs of an archive's categories and tags", () => {
  const birds = { slug: "birds", name: "Birds", description: "", color: "#aabbcc" };
  const terms = (categories: object[], tags: object[]) =>
    archiveOf({ "categories.json": JSON.stringify(categories), "tags.json": JSON.stringify(tags) });
  const slugs = async () => ({
    categories: await importer.db
      .selectFrom("category_slugs as o")
      .innerJoin("categories as c", "c.id", "o.category_id")
      .select(["o.slug as old", "c.slug"])
      .orderBy("o.slug")
      .execute(),
    tags: await importer.db
      .selectFrom("tag_slugs as o")
      .innerJoin("tags as t", "t.id", "o.tag_id")
      .select(["o.slug as old", "t.slug"])
      .orderBy("o.slug")
      .execute(),
  });

  test("refuse it when they aren't slugs", async () => {
    for (const archive of [
      await terms([{ ...birds, old_slugs: ["not a slug"] }], []),
      await terms([], [{ slug: "habits", name: "Habits", old_slugs: ["a b"] }]),
    ])
      expect((await importer.check(archive)).state).toBe("refused");
  });

  test("may be missing, as in archives of earlier releases", async () => {
    expect((await importer.run(await terms([birds], [{ slug: "habits", name: "Habits" }]))).state).toBe("done");
    expect(await slugs()).toEqual({ categories: [], tags: [] });
  });

  test("are imported, but take nothing from existing ones", async () => {
    const { db } = importer;
    const here = { name: "Here", slug: "here", description: "", color: "#aabbcc" };
    const { id } = await db.insertInto("categories").values(here).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("category_slugs").values({ slug: "taken", category_id: id }).execute();
    await db.insertInto("tags").values({ name: "Standing", slug: "standing" }).execute();
    const archive = await terms(
      [{ ...birds, old_slugs: ["here", "larks", "taken"] }],
      [{ slug: "habits", name: "Habits", old_slugs: ["größe", "standing"] }],
    );
    expect((await importer.run(archive)).state).toBe("done");
    expect(await slugs()).toEqual({
      categories: [
        { old: "larks", slug: "birds" },
        { old: "taken", slug: "here" },
      ],
      tags: [{ old: "größe", slug: "habits" }],
    });
  });
});

describe("redirects of an archive", () => {
  const redirects = (pairs: object[]) =>
    archiveOf({ "redirects.json": JSON.stringify(pairs), "posts/here.md": post("here", "Words") });
  const rows = () => importer.db.selectFrom("redirects").select(["from_path", "to_path"]).orderBy("from_path").execute();
  const FORM = "New URL must be a path of this site, such as /story/my-article";

  test.each([
    ["//evil.example/phish", FORM],
    ["/\\evil.example", FORM],
    ["/\t/evil.example", FORM],
    ["/x\r\nSet-Cookie: a=b", FORM],
    ["https://evil.example", FORM],
    ["/nowhere", "There is no page at this URL"],
    ["/old-page", "New URL leads back to the old one"],
  ])("that lead to %j are findings before the start and afterwards, and aren't stored", async (to, reason) => {
    const archive = await redirects([{ from: "/old-page", to }]);
    // A redirect to its own path is never needed.
    const refusals = to === "/old-page" ? 0 : 1;
    const checked = await importer.check(archive);
    expect(checked.report.findings?.filter(({ sentence }) => sentence.includes(reason))).toHaveLength(refusals);
    expect(checked.report.counts?.redirects).toMatchObject({ added: 0, skipped: refusals });
    const done = await importer.start(checked.id);
    expect(done.state).toBe("done");
    expect(done.report.findings?.filter(({ sentence }) => sentence.includes(reason))).toHaveLength(refusals);
    expect(await rows()).toEqual([]);
  });

  test("from a page, from the product's own paths and from another site are refused, too; valid ones are imported", async () => {
    const archive = await redirects([
      { from: "/about", to: "/story/here" },
      { from: "/story/here", to: "/about" },
      { from: "/admin/old", to: "/about" },
      { from: "//evil.example", to: "/about" },
      { from: "/über/", to: "/story/here?a=1#b" },
    ]);
    const checked = await importer.check(archive);
    expect(checked.report.counts?.redirects).toMatchObject({ added: 1, skipped: 4 });
    const done = await importer.start(checked.id);
    expect(done.report.counts?.redirects).toMatchObject({ added: 1, skipped: 4 });
    expect(await rows()).toEqual([{ from_path: "/%C3%BCber", to_path: "/story/here?a=1#b" }]);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "/\t/evil",
    "/a\nb",
    "/caf\u00e9",
    "/\u20ac",
    "/a b",
    "https://evil.example",
    "relative",
  ])("the database itself refuses %j at either end", async (path) => {
    const insert = (from_path: string, to_path: string) =>
      importer.db.insertInto("redirects").values({ from_path, to_path }).execute();
    await expect(insert("/from", path)).rejects.toMatchObject({ code: "23514" });
    await expect(insert(path, "/about")).rejects.toMatchObject({ code: "23514" });
    await insert("/from", "/about");
  });
});

test("a picture with a flipped byte refuses the archive, though it is stored as it is", async () => {
  const id = "0b6f3f0e-6f5c-4d3a-9f0e-0000000000aa";
  const picture = Buffer.alloc(5000, "JFIF and more ");
  const list = {
    id,
    name: "dawn.jpg",
    alt: "",
    focus_x: 0.5,
    focus_y: 0.5,
    format: "jpg",
    created_at: "2026-01-01T00:00:00.000Z",
  };
  async function* all(): AsyncGenerator<Packed> {
    for (const [name, content] of Object.entries({ ...LISTS, "media.json": JSON.stringify([list]) }))
      yield { name, bytes: Buffer.from(content) };
    yield { name: `media/${id}.jpg`, open: async () => Readable.from([picture]) };
  }
  const archive = Buffer.concat(await packZip(all()).toArray());
  archive.write("X", archive.indexOf("JFIF"));
  const row = await importer.check(archive);
  expect([row.state, row.report.refusal]).toEqual([
    "refused",
    { place: `media/${id}.jpg`, sentence: "The file is damaged: its checksum doesn’t fit." },
  ]);
});

describe("an import that can't be stored ends with a message", () => {
  test("a name with a NUL refuses the archive", async () => {
    const row = await importer.check(await zipOf({ "a\0.md": "# Words\n" }));
    expect([row.state, row.report.refusal]).toEqual([
      "refused",
      { place: "a�.md", sentence: "The file has control characters in its name." },
    ]);
  });

  test("what only the database refuses ends it as failed", async () => {
    const nameless = [{ slug: "nameless", name: "", description: "", color: "#aabbcc" }];
    const row = await importer.run(await archiveOf({ "categories.json": JSON.stringify(nameless) }));
    expect(row.state).toBe("failed");
    expect(row.report.refusal?.sentence).toContain("It contains something that can’t be stored");
  });

  test("a text that is too long is reported and left out; the others are imported", async () => {
    const files = { "posts/long.md": post("long", "x".repeat(1_000_001), 1), "posts/short.md": post("short", "Words", 2) };
    const done = await importer.run(await archiveOf(files));
    expect([done.state, done.report.counts?.posts.added]).toEqual(["done", 1]);
    expect(done.report.findings?.map(({ place }) => place)).toEqual(["posts/long.md"]);
  });

  test("one with 120 000 footnotes ends, and the others are imported", async () => {
    const many = `${"[^1]".repeat(120_000)}\n\n[^1]: note\n`;
    const files = { "posts/many.md": post("many", many, 1), "posts/short.md": post("short", "Words", 2) };
    const done = await importer.run(await archiveOf(files));
    expect(done.state).toBe("done");
    expect(done.report.findings?.map(({ severity, place }) => [severity, place])).toEqual([["dropped", "posts/many.md"]]);
    expect(done.report.counts?.posts).toMatchObject({ added: 1, skipped: 1 });
  });

  test("one that meets the same error repeatedly is given up", async () => {
    const { id } = await importer.check(await archiveOf({}));
    await importer.db.updateTable("imports").set({ state: "importing" }).where("id", "=", id).execute();
    await giveImportUp(importer.ctx, id, "out of paper");
    const row = await importer.stored(id);
    expect([row.state, row.report.refusal]).toEqual([
      "failed",
      { place: "the server", sentence: "It failed repeatedly with the same error: out of paper." },
    ]);
    expect((await importer.start(id)).state).toBe("done");
  });
});
