// slow: app/domain/exports/ app/domain/imports/ app/domain/posts/ app/platform/ db/migrations/

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_LOOK, type Look } from "../../app/domain/appearance/appearance.ts";
import { saveLook } from "../../app/domain/appearance/save-look.ts";
import { uploadBrandFile } from "../../app/domain/appearance/upload-brand-file.ts";
import { changeAuthor } from "../../app/domain/authors/change-author.ts";
import { seedDemo } from "../../app/domain/demo/seed-demo.ts";
import { exportArchive, exportJson } from "../../app/domain/exports/export-site.ts";
import { uploadFile } from "../../app/domain/media/upload-file.ts";
import { uploadMedia } from "../../app/domain/media/upload-media.ts";
import { storePost } from "../../app/domain/posts/create-post.ts";
import { openZip } from "../../app/platform/zip/read-zip.ts";
import { buildClock, buildUser } from "../builders.ts";
import { wav } from "../media/files.ts";
import { jpeg, moving, picture } from "../media/pictures.ts";
import { type Importer, openImporter } from "./importer.ts";

let from: Importer;
let to: Importer;
beforeAll(async () => {
  from = await openImporter();
  to = await openImporter({ owner: "keeper@blog.example" });
});
afterAll(async () => {
  await from.close();
  await to.close();
});

const clock = buildClock();
const archive = async ({ ctx, media, admin }: Importer) =>
  Buffer.concat(await (await exportArchive({ ...ctx, clock }, media, admin)).toArray());

/** Texts as they are, pictures by their checksums, so that a difference is reported by name. */
async function contentsOf(bytes: Buffer): Promise<Record<string, string>> {
  const path = join(from.folder, "compared.zip");
  await writeFile(path, bytes);
  const zip = await openZip(path, { entries: 1000, total: 1e9 });
  const found: Record<string, string> = {};
  for (const name of zip.entries.keys()) {
    const content = await zip.read(name, 1e8);
    found[name] = /^media\/|\.png$/.test(name) ? String(crc32(content)) : content.toString("utf8");
  }
  zip.close();
  return found;
}

/** A look with files of its own: an SVG, a picture, and a picture of the library. */
async function brand({ ctx, media, admin }: Importer): Promise<void> {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><path d="M0 0h240v60z"/></svg>');
  const logo = await uploadBrandFile(ctx, admin, { part: "logo", name: "logo.svg", bytes: svg });
  const icon = await uploadBrandFile(ctx, admin, { part: "icon", name: "icon.jpg", bytes: await jpeg(600, 400) });
  const hero = await uploadMedia(ctx, media, admin, { name: "hero.jpg", body: bodyOf(await jpeg(800, 600)) });
  const files = { logo: { light: logo.address, dark: null }, icon: icon.address, picture: hero.url };
  await saveLook(ctx, admin, { look: { ...DEFAULT_LOOK, ...files, sign: "logo", hero: "picture", cards: "tinted" }, version: 0 });
}

/** Posts of every kind, with everything that a text may contain. */
async function writeOddPosts({ ctx, db, media, admin }: Importer): Promise<void> {
  const photo = await uploadMedia(ctx, media, admin, { name: "photo.jpg", body: bodyOf(await jpeg(900, 600)) });
  const drawing = await uploadMedia(ctx, media, admin, {
    name: "drawing.png",
    body: bodyOf(await picture(300, 200).png().toBuffer()),
  });
  const film = await uploadMedia(ctx, media, admin, { name: "film.gif", body: bodyOf(await moving("gif", 3, 120, 80)) });
  await db.updateTable("media").set({ alt: "A “photo”", focus_x: 0.25 }).where("id", "=", photo.id).execute();
  const tone = await uploadFile(ctx, media, admin, { name: "Tone at dawn.bin", body: bodyOf(wav(0.2)) });
  const days = await uploadFile(ctx, media, admin, { name: "Days.csv", body: bodyOf(Buffer.from("bird,day\n")) });
  const lines = "WEBVTT\n\n00:00.000 --> 00:01.000\nIt rises.\n";
  const captions = await uploadFile(ctx, media, admin, { name: "Flight.vtt", body: bodyOf(Buffer.from(lines)) });
  const texts = [
    "---\nnot: front matter\n---\n\ntext",
    "\n\nblank lines around\r\nand a carriage return\n\n\n",
    `<p><img src="${photo.url}" alt="x"> <img src="${drawing.url}"> <img src="${film.url}"></p>`,
    "- *a* list\n- `---`\n\n---\n\nquotes ' \" \\ and 🐦 \u2028 \u00a0",
    `<figure class="audio"><audio src="${tone.url}"></audio></figure>\n<figure class="file"><a href="${days.url}">Days</a></figure>` +
      `<figure class="video"><video src="/a.mp4"><track kind="captions" src="${captions.url}" srclang="de"></video></figure>`,
    "",
  ];
  for (const [index, content] of texts.entries()) {
    const { id } = await storePost(ctx, {
      title: `Odd: "${index}" 🐦 # --- {x}`,
      slug: `odd-${index}`,
      content,
      content_format: index % 2 ? "markdown" : "html",
      status: (["draft", "published", "archived"] as const)[index % 3] ?? "draft",
      tags: ["Größe 10%", `t ${index}`],
      featured: index === 1,
      author_id: admin.kind === "user" ? admin.id : null,
      featured_image: index === 2 ? photo.url : null,
      featured_image_alt: "Seen from “above”",
    });
    await db
      .updateTable("posts")
      .set({ slug: `odder-${index}` })
      .where("id", "=", id)
      .execute();
    const guest = { post_id: id, content: "Said\nby a guest", status: "approved", guest_name: 'Tom: "x"' };
    const { id: parent_id } = await db.insertInto("comments").values(guest).returning("id").executeTakeFirstOrThrow();
    await db
      .insertInto("comments")
      .values({ ...guest, guest_name: null, parent_id, is_reply: true, reply_to_id: parent_id, status: "pending" })
      .execute();
  }
  await db.updateTable("posts").set({ language: "ar" }).where("slug", "=", "odder-0").execute();
  const translation_group = crypto.randomUUID();
  for (const [slug, language] of [
    ["odder-1", null],
    ["odder-2", "pt-BR"],
  ] as const)
    await db.updateTable("posts").set({ translation_group, language }).where("slug", "=", slug).execute();
  await db.updateTable("tags").set({ slug: "größe-zehn" }).where("slug", "=", "größe-10%").execute();
  await db.updateTable("categories").set({ slug: "well-being" }).where("slug", "=", "wellness").execute();
  await writeProfile(from, photo.url);
  const page = { heading: "Being well", intro: "One.\n\nTwo “three”.", picture: photo.url, picture_alt: "A lake" };
  await db.updateTable("categories").set(page).where("slug", "=", "well-being").execute();
  await db.insertInto("redirects").values({ from_path: "/old/%C3%BC", to_path: "/about" }).execute();
  await planPost(from);
  await db
    .updateTable("settings")
    .set({
      value: JSON.stringify({ siteName: "Wren", siteUrl: "https://a.example" }),
      content: JSON.stringify({ "hero.title": "Up" }),
    })
    .execute();
  const { id } = await db.selectFrom("categories").select("id").where("slug", "=", "well-being").executeTakeFirstOrThrow();
  const navigation = {
    header: [{ label: "Well-being", kind: "category", to: id }],
    footer: null,
    social: [{ network: "github", label: "Code", address: "https://github.com/ada" }],
    announcement: null,
  };
  await db
    .updateTable("navigation")
    .set({ value: JSON.stringify(navigation) })
    .execute();
  const own = { language: "nl", updated_at: new Date() };
  await db
    .insertInto("translated_words")
    .values([
      { ...own, key: "cards.likes.one", text: "een like" },
      { ...own, key: "layout.login", text: "Inloggen" },
    ])
    .execute();
  const featured = await db.selectFrom("posts").select("id").where("featured", "=", true).orderBy("published_at").execute();
  const post_ids = featured.slice(0, 3).map((post) => post.id);
  await db.updateTable("featured_order").set({ post_ids }).execute();
}

async function writeProfile({ ctx, admin }: Importer, picture: string): Promise<void> {
  if (admin.kind !== "user") return;
  const links = [{ label: "Birds", url: "https://birds.example/" }];
  await changeAuthor(ctx, admin, admin.id, { slug: "before" });
  await changeAuthor(ctx, admin, admin.id, { slug: "the-keeper", has_page: false, picture, links });
}

/** A post of three, whose email addresses are in another order. */
async function writeTogether({ db }: Importer): Promise<void> {
  const { id: post_id } = await db.selectFrom("posts").select("id").where("slug", "=", "odder-1").executeTakeFirstOrThrow();
  for (const [position, name] of ["Zoe", "Abe"].entries()) {
    const { id: user_id } = await buildUser(db, { full_name: name, email: `${name.toLowerCase()}@together.example` });
    await db.insertInto("post_coauthors").values({ post_id, user_id, position }).execute();
  }
}

/** A draft with a plan, and an old address that leads to it once it is public. */
async function planPost({ ctx, db, admin }: Importer): Promise<void> {
  const category = await db.selectFrom("categories").select("id").where("slug", "=", "well-being").executeTakeFirstOrThrow();
  const description = "A text that is published some day, as it was planned.";
  const content = "<p>Words enough for a text that somebody will read one day.</p>";
  const fields = { title: "Planned", slug: "planned", description, content, category_id: category.id, status: "draft" } as const;
  const { id } = await storePost(ctx, { ...fields, author_id: admin.kind === "user" ? admin.id : null });
  const at = new Date(ctx.clock.now().getTime() + 90 * 86_400_000);
  await db
    .insertInto("post_schedules")
    .values({ post_id: id, kind: "publish", at, next_at: at, keep_published_at: false })
    .execute();
  await db.insertInto("redirects").values({ from_path: "/2019/planned", to_path: "/story/planned" }).execute();
}

const bodyOf = async function* (bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
};

test("an export is imported unchanged: the next export is the same, byte for byte", async () => {
  await seedDemo(from.ctx, { seedDir: join(process.cwd(), "db", "seed") });
  await writeOddPosts(from);
  await writeTogether(from);
  await brand(from);
  const first = await archive(from);
  const done = await to.run(first, { name: "everything.zip", takeSettings: true });
  expect([done.state, done.report.findings]).toEqual(["done", []]);
  const plans = (db: Importer["db"]) => db.selectFrom("post_schedules").select(["kind", "at"]).execute();
  expect(await plans(to.db)).toEqual(await plans(from.db));
  expect(await plans(to.db)).toHaveLength(1);
  const authors = (db: Importer["db"]) =>
    db.selectFrom("posts").select(sql`author_names(id)`.as("names")).where("slug", "=", "odder-1").executeTakeFirst();
  expect(await authors(to.db)).toEqual(await authors(from.db));
  expect(await authors(to.db)).toEqual({ names: expect.arrayContaining(["Zoe", "Abe"]) });
  const second = await archive(to);
  const lists = await contentsOf(second);
  expect(
    JSON.parse(lists["categories.json"] ?? "").find(({ slug }: { slug: string }) => slug === "well-being").old_slugs,
  ).toEqual(["wellness"]);
  expect(JSON.parse(lists["categories.json"] ?? "").find(({ slug }: { slug: string }) => slug === "well-being")).toMatchObject({
    heading: "Being well",
    picture: expect.stringMatching(/^\/media\//),
    picture_alt: "A lake",
  });
  expect(JSON.parse(lists["tags.json"] ?? "").find(({ slug }: { slug: string }) => slug === "größe-zehn").old_slugs).toEqual([
    "größe-10%",
  ]);
  expect(JSON.parse(lists["authors.json"] ?? "").map(({ page }: { page: object | null }) => page)).toContainEqual({
    slug: "the-keeper",
    old_slugs: expect.arrayContaining(["before"]),
    has_page: false,
    picture: expect.stringMatching(/^\/media\//),
    links: [{ label: "Birds", url: "https://birds.example/" }],
  });
  const { header } = JSON.parse(lists["navigation.json"] ?? "") as { header: object[] };
  expect(header).toEqual([{ label: "Well-being", kind: "category", to: "well-being" }]);
  expect(JSON.parse(lists["words.json"] ?? "")).toEqual({ nl: { "cards.likes.one": "een like", "layout.login": "Inloggen" } });
  expect(JSON.parse(lists["featured.json"] ?? "").post_ids).toHaveLength(3);
  const { logo, icon, picture } = JSON.parse(lists["appearance.json"] ?? "") as Look;
  expect(Object.keys(lists)).toEqual(expect.arrayContaining([logo.light?.slice(1), icon?.slice(1)]));
  expect(picture).toMatch(/^\/media\//);
  expect(lists).toEqual(await contentsOf(first));
  expect(second.equals(first)).toBe(true);
});

test("a second import, also into the same site, adds nothing twice", async () => {
  const whole = await archive(from);
  const again = await to.run(whole);
  expect(again.report.counts?.posts).toMatchObject({ added: 0, updated: 0, skipped: 0 });
  const home = await from.run(whole);
  expect(home.report.counts?.posts).toMatchObject({ added: 0, updated: 0, unchanged: 0 });
  expect((await archive(from)).equals(whole)).toBe(true);
});

test("as JSON it is one document with the same posts", async () => {
  const text = Buffer.concat(
    (await (await exportJson(from.ctx, from.admin)).toArray()).map((piece) => Buffer.from(piece)),
  ).toString();
  const { posts, settings } = JSON.parse(text) as { posts: { slug: string; comments: unknown[] }[]; settings: { value: object } };
  expect(posts.find(({ slug }) => slug === "odder-0")?.comments).toHaveLength(2);
  expect(settings.value).toEqual({ siteName: "Wren" });
  const { n } = await from.db
    .selectFrom("posts")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  expect(posts).toHaveLength(n);
});

test("an invalid archive is refused, and the file in it is named", async () => {
  const { zipOf } = await import("./importer.ts");
  const lists = {
    "authors.json": "[]",
    "categories.json": "[]",
    "tags.json": "[]",
    "redirects.json": "[]",
    "media.json": "[]",
    "settings.json": '{"value":{},"content":{}}',
  };
  const manifest = { "skylark.json": '{"format":1}' };
  for (const [files, place, sentence] of [
    [{ ...lists, "skylark.json": '{"format":2}' }, "skylark.json", "format"],
    [{ ...manifest, ...lists, "tags.json": "[" }, "tags.json", "no JSON"],
    [{ ...manifest, ...lists, "posts/x.md": "---\ntitle: x\n---\n" }, "posts/x.md", "id"],
    [{ ...manifest }, "tags.json", "isn’t in the archive"],
    [
      {
        ...manifest,
        ...lists,
        "media.json":
          '[{"id":"0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c","name":"x","alt":"","focus_x":0,"focus_y":0,"format":"jpg","created_at":"2026-01-01T00:00:00Z"}]',
      },
      "media.json",
      "isn’t in the archive",
    ],
  ] as const) {
    const row = await to.check(await zipOf(files));
    expect([row.state, row.report.refusal?.place]).toEqual(["refused", place]);
    expect(row.report.refusal?.sentence).toContain(sentence);
  }
});
