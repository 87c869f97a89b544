import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { createCurrentSettings } from "./read-settings.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());
beforeEach(() => store({}));
const store = async (value: object) =>
  void (await opened.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute());
const load = (options: { siteUrl?: string; adminEmail?: string } = {}) =>
  createCurrentSettings(opened.ctx, { siteUrl: "http://127.0.0.1:3000", ...options });

test("the defaults apply until something is stored, but the listing shows six", async () => {
  const settings = await load();
  expect(settings.get()).toEqual(DEFAULT_SETTINGS);
  expect(settings.site()).toEqual({
    name: "Skylark",
    description: DEFAULT_SETTINGS.siteDescription,
    url: "http://127.0.0.1:3000",
    email: DEFAULT_SETTINGS.adminEmail,
    theme: "auto",
    timezone: "UTC",
    dateFormat: "MM/DD/YYYY",
    allowComments: true,
    allowRegistration: true,
    enableAnalytics: true,
    maintenance: false,
    livePrivacy: false,
    postsPerPage: 6,
    defaultAuthor: "The Skylark editors",
    sendsMail: true,
    footer: { text: DEFAULT_SETTINGS.siteDescription, rights: "All rights reserved." },
  });
});

test("stored values override the defaults after a reload", async () => {
  const settings = await load();
  await store({ siteName: "Wren", timezone: "Tokyo", postsPerPage: 10, siteUrl: "https://wren.example/", allowComments: false });
  expect(settings.site().name).toBe("Skylark");
  await settings.renew();
  expect(settings.get()).toEqual({
    ...DEFAULT_SETTINGS,
    siteName: "Wren",
    timezone: "Tokyo",
    siteUrl: "https://wren.example/",
    allowComments: false,
  });
  expect(settings.site()).toMatchObject({
    name: "Wren",
    timezone: "Asia/Tokyo",
    postsPerPage: 10,
    url: "https://wren.example",
    allowComments: false,
  });
});

test.each([
  { postsPerPage: 0 },
  { postsPerPage: 51 },
  { postsPerPage: 2.5 },
  { postsPerPage: "10" },
  { maxUploadSize: 101 },
  { theme: "pink" },
  { timezone: "Moon" },
  { timezone: "toString" },
  { dateFormat: "YY" },
  { siteName: null },
  { allowComments: "yes" },
  { unknown: 1 },
])("an invalid stored value is ignored: %j", async (value) => {
  await store(value);
  const settings = await load();
  expect(settings.get()).toEqual(DEFAULT_SETTINGS);
  expect(settings.site().postsPerPage).toBe(6);
});

test("the operator's URL and email address apply until an admin sets others", async () => {
  const options = { siteUrl: "https://blog.example/", adminEmail: "me@blog.example" };
  expect((await load(options)).site()).toMatchObject({ url: "https://blog.example", email: "me@blog.example" });
  await store({ siteUrl: "https://own.example", adminEmail: "own@blog.example" });
  expect((await load(options)).site()).toMatchObject({ url: "https://own.example", email: "own@blog.example" });
});

test("a failed reload keeps the current settings", async () => {
  await store({ siteName: "Wren" });
  const gone = await openTestContext();
  await gone.db
    .updateTable("settings")
    .set({ value: JSON.stringify({ siteName: "Robin" }) })
    .execute();
  const settings = await createCurrentSettings(gone.ctx, { siteUrl: "http://127.0.0.1" });
  await gone.close();
  await expect(settings.renew()).rejects.toThrow();
  expect(settings.site().name).toBe("Robin");
});

test.each(["not a url", "/path", "javascript:alert(1)", "https://", 5])(
  "a stored address such as %j gives way to the server's own",
  async (siteUrl) => {
    await store({ siteUrl, siteName: "Wren" });
    const settings = await load();
    expect(settings.site()).toMatchObject({ url: "http://127.0.0.1:3000", name: "Wren" });
    expect(settings.get().siteUrl).toBe("");
  },
);
