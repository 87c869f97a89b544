import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../app/domain/settings/settings.ts";
import { SITE_CONTENT } from "../../app/domain/settings/site-content.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildUser } from "../builders.ts";

const SITE = "https://blog.example";
const SECRET = "xyzzyplugh";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp({ siteUrl: SITE });
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const { db } = app.context;
  const author = await buildUser(db, { full_name: "Ada Lovelace" });
  const [birds, fish] = [await buildCategory(db, { name: "Birds" }), await buildCategory(db, { name: "Aquatics" })];
  await buildPost(db, {
    title: 'On "larks" & dawn',
    slug: "on-larks",
    description: "Why they rise.",
    author_id: author.id,
    category_id: birds.id,
    content:
      '<h2>Rising</h2><p>They <strong>climb</strong> while they <a href="/story/songs">sing</a>.</p><script>alert(1)</script><ul><li>high</li></ul>',
    published_at: new Date("2026-01-02T03:04:05Z"),
    updated_at: new Date("2026-02-02T03:04:05Z"),
  });
  const markdown = "## As written\n\n*Quietly*, with `code`.";
  await buildPost(db, { slug: "as-written", content: markdown, content_format: "markdown", category_id: fish.id });
  await buildPost(db, { slug: "without-category", title: "Brackets [here]" });
  const hidden = { content: SECRET, title: SECRET, description: SECRET };
  await buildPost(db, { ...hidden, slug: "a-draft", status: "draft" });
  const thrown = await buildPost(db, { ...hidden, slug: "thrown-away" });
  await admin.delete(`/api/admin/posts/${thrown.id}`);
});
afterAll(() => app.close());

async function set(settings: Partial<Settings>): Promise<void> {
  const { version } = (await admin.get<{ version: number }>("/api/admin/settings")).body;
  const input = { settings: { ...DEFAULT_SETTINGS, ...settings }, content: SITE_CONTENT, version };
  const saved = await admin.put("/api/admin/settings", input);
  expect(saved.status, saved.text).toBe(200);
}
const get = (path: string, headers?: Record<string, string>) => app.actors.anonymous.get(path, headers);

describe("articles as Markdown", () => {
  test("don't exist unless the owner offers them", async () => {
    await set({});
    for (const path of ["/story/on-larks.md", "/llms.txt"]) expect((await get(path)).status, path).toBe(404);
    await set({ offerMarkdown: true });
    for (const path of ["/story/on-larks.md", "/llms.txt"]) expect((await get(path)).status, path).toBe(200);
  });

  test("HTML is converted, without what no page shows; links lead to the site", async () => {
    await set({ offerMarkdown: true });
    const { text, headers } = await get("/story/on-larks.md");
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(text).toBe(
      [
        "---",
        'title: "On \\"larks\\" & dawn"',
        'author: "Ada Lovelace"',
        "published: 2026-01-02T03:04:05.000Z",
        "updated: 2026-02-02T03:04:05.000Z",
        `canonical: ${SITE}/story/on-larks`,
        'description: "Why they rise."',
        "---",
        "",
        '# On "larks" & dawn',
        "",
        "## Rising",
        "",
        `They **climb** while they [sing](${SITE}/story/songs).`,
        "",
        "- high",
        "",
      ].join("\n"),
    );
  });

  test("Markdown is as it was written", async () => {
    await set({ offerMarkdown: true });
    expect((await get("/story/as-written.md")).text).toMatch(/\n\n## As written\n\n\*Quietly\*, with `code`\.\n$/);
  });

  test("an unchanged one is answered with 304", async () => {
    await set({ offerMarkdown: true });
    const etag = (await get("/story/on-larks.md")).headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    expect((await get("/story/on-larks.md", { "if-none-match": etag })).status).toBe(304);
    expect((await get("/llms.txt", { "if-none-match": etag })).status).toBe(200);
  });

  test("llms.txt names the site and each article by category; neither contains what isn't public", async () => {
    await set({ offerMarkdown: true, siteName: "Wren", siteDescription: "Small birds." });
    const { text } = await get("/llms.txt");
    expect(text).toMatch(/^# Wren\n\n> Small birds\.\n\n## Aquatics\n\n- \[Article \d+\]/);
    expect(text.match(/^## .*/gm)).toEqual(["## Aquatics", "## Birds", "## Uncategorized"]);
    expect(text).toContain(`- [On "larks" & dawn](${SITE}/story/on-larks.md): Why they rise.`);
    expect(text).toContain("- [Brackets \\[here\\]](");
    expect(text).not.toContain(SECRET);
    for (const path of ["/story/a-draft.md", "/story/thrown-away.md", "/story/nothing.md", "/story/.md"])
      expect((await get(path)).status, path).toBe(404);
  });
});

describe("robots.txt", () => {
  const groups = (text: string) =>
    text
      .split("\n\n")
      .filter((part) => part.startsWith("User-agent"))
      .map((part) => ({
        agents: [...part.matchAll(/^User-agent: (.+)$/gm)].map(([, agent]) => agent),
        rules: part.split("\n").filter((line) => /^(Dis)?[Aa]llow/.test(line)),
      }));

  test("refuses the crawlers that the owner has named, at once, and no others", async () => {
    await set({ crawlGptBot: false, crawlCcBot: false });
    const [denied, everybody, ...others] = groups((await get("/robots.txt")).text);
    expect(denied).toEqual({ agents: ["GPTBot", "CCBot"], rules: ["Disallow: /"] });
    expect(everybody).toMatchObject({ agents: ["*"] });
    expect(everybody?.rules).toContain("Allow: /");
    expect(others).toEqual([]);
    await set({});
    expect(groups((await get("/robots.txt")).text).map(({ agents }) => agents)).toEqual([["*"]]);
  });

  test("or all of them", async () => {
    await set({ allowAiCrawlers: false });
    const [denied] = groups((await get("/robots.txt")).text);
    expect(denied?.rules).toEqual(["Disallow: /"]);
    expect(denied?.agents).toEqual([
      "GPTBot",
      "ClaudeBot",
      "Google-Extended",
      "CCBot",
      "PerplexityBot",
      "Bytespider",
      "Applebot-Extended",
      "Amazonbot",
      "meta-externalagent",
    ]);
  });
});
