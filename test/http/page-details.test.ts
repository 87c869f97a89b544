import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost } from "../builders.ts";

/** Ten at night on the last day of the year in London; seven in the morning of the next one in Tokyo. */
const NEW_YEARS_EVE = new Date("2026-12-31T22:00:00Z");
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NEW_YEARS_EVE } });
  await buildPost(app.context.db, { slug: "a-walk", published_at: new Date("2026-01-05T00:00:00Z") });
});
afterAll(() => app.close());

const get = async (path: string) => (await app.actors.anonymous.get(path)).text;
const storeSettings = async (value: object) => {
  await app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute();
  await app.app.contentChanged();
};

it("prints the year of the site's timezone in the footer", async () => {
  expect(await get("/about")).toContain("<p>© 2026 Skylark. All rights reserved.</p>");
  await storeSettings({ timezone: "Tokyo" });
  expect(await get("/about")).toContain("<p>© 2027 Skylark. All rights reserved.</p>");
  await storeSettings({});
});

it.each(["/", "/view-all", "/story/a-walk", "/about", "/privacy", "/terms"])(
  "lets search engines show large pictures of %s",
  async (path) => {
    expect((await get(path)).match(/<meta name="robots"[^>]*>/g)).toEqual([
      '<meta name="robots" content="max-image-preview:large"/>',
    ]);
  },
);

it("says on /privacy and /terms what is stored, and how to delete it", async () => {
  const privacy = await get("/privacy");
  const facts = [
    ...["your password as a hash", "its IP address", "Once published, everyone can read it with your name", "kept for 30 days"],
    ...[
      "We store the article, your session number, whether you still like it",
      "A random session number",
      "the keys of your session",
      "For half an hour your session number is kept with",
      "server log",
    ],
    ...["An activity log records", "Visits are deleted after two years", "to delete the account", "administrators of this site"],
  ];
  for (const words of facts) expect(privacy, words).toContain(words);
  expect(await get("/terms")).toContain("You can delete the account at any time");
  await storeSettings({ enableAnalytics: false });
  expect(await get("/privacy")).not.toContain("Visit statistics");
  await storeSettings({});
});

it.each(["/view-all?search=walk", "/view-all?page=99", "/login", "/story/missing", "/nowhere"])(
  "keeps %s out of search engines",
  async (path) => {
    expect((await get(path)).match(/<meta name="robots"[^>]*>/g)).toEqual([expect.stringContaining('content="noindex')]);
  },
);
