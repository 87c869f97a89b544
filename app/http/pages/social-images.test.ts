import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createTestApp, type TestApp } from "../../../test/app/create-test-app.ts";
import { buildCategory, buildPost, buildUser } from "../../../test/builders.ts";
import { faceOf } from "../../domain/categories/art-rules.ts";
import { siteSocialCard } from "../../domain/social/cache-social-image.ts";
import { socialVersion } from "../../domain/social/social-rules.ts";
import { routes } from "../../routes.ts";

const SITE = "https://blog.example";
type Seed = { slug: string; name: string; color: string; description: string };
let app: TestApp;
let seeds: Seed[];

const get = async (path: string, headers: Record<string, string> = {}) => app.fetch(new Request(SITE + path, { headers }));

beforeAll(async () => {
  app = await createTestApp({ siteUrl: SITE });
  const { db } = app.context;
  const author = await buildUser(db, { full_name: "Ines Marlow" });
  seeds = parse(await readFile(new URL("../../../db/seed/categories.yaml", import.meta.url), "utf8")) as Seed[];
  for (const seed of seeds) {
    const category = await buildCategory(db, seed);
    await buildPost(db, {
      slug: `in-${seed.slug}`,
      title: `On ${seed.name}`,
      category_id: category.id,
      author_id: author.id,
      reading_time: 4,
    });
  }
  const own = await buildCategory(db, { slug: "an-admins-own", color: "#ff0000" });
  await buildPost(db, { slug: "own-category", category_id: own.id });
  await buildPost(db, { slug: "no-category" });
  await buildPost(db, { slug: "a-draft", status: "draft" });
  await buildPost(db, { slug: "an-archived-one", status: "archived" });
});
afterAll(() => app.close());

describe("the social image of an article", () => {
  it("is different for every category", async () => {
    const paths = [...seeds.map((seed) => `/social/in-${seed.slug}.png`), "/social/own-category.png", "/social/no-category.png"];
    const pictures = new Set<string>();
    for (const path of paths) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "image/png"]);
      const png = Buffer.from(await answer.arrayBuffer());
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(png.length).toBeLessThan(200_000);
      pictures.add(png.toString("base64"));
    }
    expect(pictures.size).toBe(paths.length);
  });

  it("may be cached for ever with its version in the URL, and for a short time without", async () => {
    const category = { name: "Tech", slug: "tech", color: "#7974c5" };
    const shown = { title: "On Tech", siteName: "Skylark", category, author: "Ines Marlow", minutes: 4, picture: null };
    const { id } = await app.context.db.selectFrom("posts").select("id").where("slug", "=", "in-tech").executeTakeFirstOrThrow();
    const version = socialVersion({ ...shown, face: faceOf(id) });
    const answer = await get(routes.socialImage("in-tech", version));
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get("/social/in-tech.png")).headers.get("cache-control")).toBe("public, max-age=300");
    expect((await get(routes.socialImage("in-tech", "old"))).headers.get("cache-control")).toBe("public, max-age=300");
    const again = await get("/social/in-tech.png", { "if-none-match": answer.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  it("changes with the title", async () => {
    const before = (await get("/social/in-career.png")).headers.get("etag");
    await app.context.db.updateTable("posts").set({ title: "Another title" }).where("slug", "=", "in-career").execute();
    const after = await get("/social/in-career.png", { "if-none-match": before ?? "" });
    expect(after.status).toBe(200);
    expect(after.headers.get("etag")).not.toBe(before);
  });

  it.each(["a-draft", "an-archived-one", "nobody-wrote-this", "x", "-".repeat(300), "%00", "..%2fin-tech", "In-Tech"])(
    "is not there for %s",
    async (slug) => {
      const answer = await get(`/social/${slug}.png`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).not.toBe("image/png");
    },
  );
});

describe("the social image of the site", () => {
  it("shows its name and changes with it", async () => {
    const first = await get("/social.png");
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    const version = socialVersion(siteSocialCard(app.settings.site(), app.settings.content().hero.title));
    expect((await get(`/social.png?v=${version}`)).headers.get("cache-control")).toContain("immutable");
    await app.context.db
      .updateTable("settings")
      .set({ value: JSON.stringify({ siteName: "Larks" }) })
      .execute();
    await app.settings.renew();
    expect((await get("/social.png")).headers.get("etag")).not.toBe(first.headers.get("etag"));
  });
});
