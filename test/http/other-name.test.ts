import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_LOOK } from "../../app/domain/appearance/appearance.ts";
import { READY_LOOKS } from "../../app/domain/appearance/ready-look-rules.ts";
import { routes } from "../../app/routes.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildCategory, buildPost } from "../builders.ts";

// A site with a name, a look and menus of its own says the product's name nowhere outside the back office.
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  const category = await buildCategory(db, { name: "Bread", slug: "bread" });
  await buildPost(db, { title: "Rye", slug: "rye", category_id: category.id, featured: true });
  const values = JSON.stringify({ siteName: "Wren & Daughters", adminEmail: "post@wren.example", offerMarkdown: true });
  await sql`update settings set value = value || ${values}::jsonb`.execute(db);
  const look = JSON.stringify({ ...DEFAULT_LOOK, ...READY_LOOKS.plum.look });
  await db.insertInto("looks").values({ look, saved_at: new Date() }).execute();
  const announcement = { text: "Fresh on Fridays.", link: null, ends_at: null };
  const social = [{ network: "github", label: "GitHub", address: "https://github.com/wren" }];
  await db
    .updateTable("navigation")
    .set({ value: JSON.stringify({ header: [{ label: "Bread", kind: "category", to: category.id }], social, announcement }) })
    .execute();
  await app.app.contentChanged();
});
afterAll(() => app.close());

const START = [
  ...[routes.home(), routes.login(), routes.register(), routes.forgotPassword(), routes.resetPassword(), routes.confirm()],
  ...[routes.account(), routes.adminLogin(), "/not/there", "/unsubscribe?token=x", "/preview/x"],
  ...[
    routes.feeds.rss,
    routes.feeds.atom,
    routes.feeds.json,
    routes.sitemap(),
    routes.robots(),
    routes.llms(),
    routes.manifest(),
  ],
  ...["/story/rye.md", "/api/site", "/api/site/home", "/api/site/about", "/api/posts", "/api/categories", "/auth/v1/settings"],
  ...["/category-colors.css", "/category-colors.css?part=home", "/social.svg", "/privacy/storage"],
];
/** It names files and folders of the product, which only admins get. */
const API_DOCUMENT = routes.apiDocs();
/** Links within the site: those of pages, feeds and the sitemap. */
const LINK = /(?:href="|<loc>|<link>)(?:http:\/\/localhost(?::\d+)?)?(\/[^"<#]*)/g;
const PAGES_MAX = 200;
/** The page of cookies and keys has their real names, and nothing else of the product. */
const KEY_NAME = /(?<=<code>|"name":")skylark[\w.…-]*(?=<\/code>|")/g;

test("no page, feed or file of a site with another name says Skylark", async () => {
  const found = new Set<string>(START);
  let named = 0;
  for (const path of found) {
    expect(found.size).toBeLessThan(PAGES_MAX);
    const { text, headers } = await app.actors.anonymous.get(path);
    const shown = path === routes.storedKeys() ? text.replace(KEY_NAME, "") : text;
    expect(shown, path).not.toMatch(/skylark/i);
    if (text.includes("Wren &amp; Daughters") || text.includes("Wren & Daughters")) named += 1;
    if (!/html|xml/.test(headers.get("content-type") ?? "")) continue;
    for (const [, link = ""] of text.matchAll(LINK))
      if (!/\.(png|css|js|woff2|ico)(\?|$)/.test(link) && !link.startsWith(API_DOCUMENT))
        found.add(link.replaceAll("&amp;", "&"));
  }
  expect([...found]).toEqual(expect.arrayContaining(["/about", "/privacy", "/terms", "/story/rye", "/view-all?category=bread"]));
  expect(named).toBeGreaterThan(15);
});

test("About of a site with the shipped name says what it always said", async () => {
  await sql`update settings set value = value - 'siteName'`.execute(app.context.db);
  await app.app.contentChanged();
  expect((await app.actors.anonymous.get("/about")).text).toContain("A skylark climbs while it sings.");
});
