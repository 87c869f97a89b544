import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NavigationState, ShownNavigation } from "../../../app/domain/navigation/navigation.ts";
import { endAnnouncement } from "../../../app/domain/navigation/show-navigation.ts";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildTag } from "../../builders.ts";

const PATH = "/api/admin/navigation";
const NOTHING = { header: null, footer: null, social: [], announcement: null };

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.updateTable("navigation").set({ value: "{}", version: 1, announcement_ends_at: null }).execute();
  await app.app.contentChanged();
});

const save = async (fields: object, version = 1, actor = admin) => {
  const answer = await actor.put<NavigationState & ErrorBody>(PATH, { ...NOTHING, version, ...fields });
  await app.app.contentChanged();
  return answer;
};
const shown = async () => (await app.actors.anonymous.get<{ navigation: ShownNavigation | null }>("/api/site")).body.navigation;
const page = async (path = "/about") => (await app.actors.anonymous.get(path)).text;
/** The links of a part of the page: address and text of each. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a (?:[^>]* )?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, text = ""]) => [
    href,
    text.replace(/<[^>]*>/g, ""),
  ]);
const headerOf = (html: string) => /<nav class="wide-only".*?<\/nav>/s.exec(html)?.[0] ?? "";
const menuOf = (html: string) => /<nav aria-label="Menu">.*?<\/nav>/s.exec(html)?.[0] ?? "";
const footerOf = (html: string) => /<footer.*?<\/footer>/s.exec(html)?.[0] ?? "";
const entry = (label: string, to: string, kind = "address") => ({ label, kind, to });
const ownPage = async (slug: string, status = "published") => {
  const content = "<p>Ada Larkin, Lark Lane 7, 10115 Berlin, answers for everything on this site.</p>";
  const { body } = await admin.post<AdminPost>("/api/admin/posts", {
    kind: "page",
    title: `Page ${slug}`,
    slug,
    content,
    status,
  });
  await app.app.contentChanged();
  return body;
};

test("it is for admins", async () => {
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await save({ header: [] }, 1, actor)).status).toBe(status);
  }
  expect(await shown()).toBeNull();
});

test("until something is changed, header and footer are those of the specification", async () => {
  const html = await page();
  const header = [
    ["/", "Home"],
    ["/view-all", "Categories"],
    ["/about", "About"],
  ];
  expect(linksIn(headerOf(html))).toEqual(header);
  expect(linksIn(menuOf(html))).toEqual(header);
  expect(linksIn(footerOf(html))).toEqual([
    ["/view-all", "All Articles"],
    ["/about", "About"],
    ["/privacy", "Privacy"],
    ["/terms", "Terms"],
    ["/feed.xml", "RSS feed"],
    ["/atom.xml", "Atom feed"],
    ["/feed.json", "JSON feed"],
    ["/api/docs", "API docs"],
    ["/sitemap.xml", "Sitemap"],
    ["#top", "Back to top"],
  ]);
  expect(html).not.toMatch(/announcement|social-links/);
  // Saving what is there already changes no byte.
  expect((await save({})).body.version).toBe(1);
  expect(await page()).toBe(html);
});

describe("bad input", () => {
  const name = "a".repeat(41);
  test.each<[string, object, string, RegExp]>([
    ["an entry without a label", { header: [entry(" ", "/about")] }, "header.0.label", /Label is required/],
    ["a label that is too long", { header: [entry(name, "/about")] }, "header.0.label", /at most 40 characters/],
    ["a script", { header: [entry("A", "javascript:alert(1)")] }, "header.0.to", /URL must be a path/],
    ["another host in disguise", { header: [entry("A", "//evil.example")] }, "header.0.to", /URL must be a path/],
    ["a telephone without a number", { header: [entry("A", "tel:none")] }, "header.0.to", /http:\/\/, mailto: or tel:$/],
    ["a backslash", { header: [entry("A", "/\\evil.example")] }, "header.0.to", /URL must be a path/],
    ["a URL with a password", { header: [entry("A", "https://a:b@c.example")] }, "header.0.to", /URL must be a path/],
    ["a page that isn't named by its id", { header: [entry("A", "imprint", "page")] }, "header.0.to", /the id of a page/],
    ["a missing page", { header: [entry("A", crypto.randomUUID(), "page")] }, "header.0.to", /There is no such page/],
    ["too many entries", { header: Array(9).fill(entry("A", "/about")) }, "header", /at most 8 entries/],
    ["an empty group", { footer: [{ heading: "Read", entries: [] }] }, "footer.0.entries", /at least one entry/],
    [
      "a group without a heading",
      { footer: [{ heading: "", entries: [entry("A", "/")] }] },
      "footer.0.heading",
      /Heading is required/,
    ],
    [
      "a profile at the wrong host",
      { social: [{ network: "github", label: "GitHub", address: "https://github.evil.example/ada" }] },
      "social.0.address",
      /must be at github.com/,
    ],
    [
      "a profile without TLS",
      { social: [{ network: "mastodon", label: "Mastodon", address: "http://social.example/@ada" }] },
      "social.0.address",
      /must begin with https/,
    ],
    [
      "an announcement without words",
      { announcement: { text: "", link: null, ends_at: null } },
      "announcement.text",
      /Text is required/,
    ],
    [
      "an end in the past",
      { announcement: { text: "Soon", link: null, ends_at: "2020-01-01T00:00:00Z" } },
      "announcement.ends_at",
      /must be in the future/,
    ],
    [
      "an end that is no time",
      { announcement: { text: "Soon", link: null, ends_at: "tomorrow" } },
      "announcement.ends_at",
      /must be a date and time/,
    ],
  ])("%s is refused, and nothing changes", async (_, fields, field, rule) => {
    const { status, body } = await save(fields);
    expect([status, body.details]).toEqual([400, [{ field, rule: expect.stringMatching(rule) }]]);
    expect(await shown()).toBeNull();
  });

  test("a save over someone else's is refused", async () => {
    expect((await save({ header: [entry("Start", "/")] })).body.version).toBe(2);
    const { status, body } = await save({ header: [entry("Other", "/")] });
    expect([status, body.code]).toEqual([409, "stale_version"]);
    expect((await shown())?.header).toEqual([{ label: "Start", to: "/" }]);
  });
});

describe("menus", () => {
  test("lead where the owner says, in the header, the menu of phones and the footer", async () => {
    const category = await buildCategory(app.context.db, { slug: "slow-living" });
    const tag = await buildTag(app.context.db, { slug: "tea" });
    const imprint = await ownPage("imprint");
    const { status } = await save({
      header: [
        entry("Slow", category.id, "category"),
        entry("Tea", tag.id, "tag"),
        entry("Friends", "https://friends.example/?a=b"),
      ],
      footer: [
        {
          heading: "Legal",
          entries: [entry("Imprint", imprint.id, "page"), entry("News", "/feed.xml"), entry("Call", "tel:+49-30-1234567")],
        },
      ],
      social: [{ network: "mail", label: "Write", address: "mailto:ada@blog.example" }],
    });
    expect(status).toBe(200);
    const html = await page();
    const header = [
      ["/view-all?category=slow-living", "Slow"],
      ["/view-all?tag=tea", "Tea"],
      ["https://friends.example/?a=b", "Friends"],
    ];
    expect(linksIn(headerOf(html))).toEqual(header);
    expect(linksIn(menuOf(html))).toEqual(header);
    expect(linksIn(footerOf(html))).toEqual([
      ["mailto:ada@blog.example", "Write"],
      ["/imprint", "Imprint"],
      ["/feed.xml", "News"],
      ["tel:+49-30-1234567", "Call"],
      ["#top", "Back to top"],
    ]);
    const { status: found, text } = await app.actors.anonymous.get("/social.svg");
    if (found === 200) expect(text).toContain('id="mail"');
  });

  test("follow new slugs, and leave out what isn't public, which the form says", async () => {
    const [first, second] = [await ownPage("first"), await ownPage("second", "draft")];
    await save({ header: [entry("First", first.id, "page"), entry("Second", second.id, "page"), entry("Home", "/")] });
    expect(linksIn(headerOf(await page())).map(([href]) => href)).toEqual(["/first", "/"]);

    const renamed = await admin.patch<AdminPost>(`/api/admin/posts/${first.id}`, { version: first.version, slug: "renamed" });
    await app.app.contentChanged();
    expect(linksIn(headerOf(await page())).map(([href]) => href)).toEqual(["/renamed", "/"]);

    expect((await admin.delete(`/api/admin/posts/${first.id}`)).status, renamed.text).toBeLessThan(300);
    await app.app.contentChanged();
    expect(linksIn(headerOf(await page())).map(([href]) => href)).toEqual(["/"]);
    const { targets, header, version } = (await admin.get<NavigationState>(PATH)).body;
    const states = targets.filter(({ kind }) => kind === "page").map(({ id, state }) => [id, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        [first.id, "gone"],
        [second.id, "hidden"],
      ]),
    );
    // An entry that has lost its page doesn't stand in the way of other changes.
    expect((await save({ header, social: [{ network: "feed", label: "Feed", address: "/feed.xml" }] }, version)).status).toBe(
      200,
    );
  });

  test("can be empty", async () => {
    await save({ header: [], footer: [] });
    expect([linksIn(headerOf(await page())), linksIn(footerOf(await page()))]).toEqual([[], [["#top", "Back to top"]]]);
  });
});

describe("the announcement", () => {
  const soon = () => new Date(app.context.clock.now().getTime() + 60_000).toISOString();

  test("is on every page until it is removed, and has another id once its words change", async () => {
    await save({ announcement: { text: "We <move>.", link: { label: "Where to", address: "/about" }, ends_at: null } });
    for (const path of ["/", "/about", "/view-all", "/login", "/nothing-here"]) {
      expect(await page(path), path).toContain(
        '<aside class="announcement" aria-label="Announcement"><p><span dir="auto">We &lt;move&gt;.</span><a href="/about"',
      );
    }
    const first = (await shown())?.announcement?.id;
    expect(await page()).toContain(`<html lang="en" data-theme-default="auto" data-announcement="${first}"`);
    await save({ announcement: { text: "We have moved.", link: null, ends_at: null } }, 2);
    expect((await shown())?.announcement?.id).not.toBe(first);
    await save({}, 3);
    expect(await page()).not.toContain("announcement");
  });

  test("ends by itself, also on pages that are cached", async () => {
    const announcement = { text: "Until soon.", link: null, ends_at: soon() };
    await save({ announcement });
    expect(await page()).toContain("Until soon.");
    expect(await endAnnouncement(app.context)).toBe(false);
    const later = { ...app.context, clock: { ...app.context.clock, now: () => new Date(Date.parse(announcement.ends_at) + 1) } };
    const before = await contentVersion();
    expect(await endAnnouncement(later)).toBe(true);
    expect(await contentVersion()).toBeGreaterThan(before);
    expect(await endAnnouncement(later)).toBe(false);
  });

  const contentVersion = async () => {
    const { sum } = await app.context.db
      .selectFrom("content_versions")
      .select((eb) => eb.fn.sum<string>("version").as("sum"))
      .executeTakeFirstOrThrow();
    return Number(sum);
  };
});
