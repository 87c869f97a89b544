import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCategory, buildPost, buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import type { AuditActor } from "../audit/record-audit.ts";
import { createCurrentSettings, readSettings } from "./read-settings.ts";
import { saveSettings } from "./save-settings.ts";
import { DEFAULT_SETTINGS, type Settings, type SettingsSave } from "./settings.ts";
import { SITE_CONTENT, type SiteContent, siteContentInput } from "./site-content.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
let admin: AuditActor;
beforeAll(async () => {
  opened = await openTestContext();
  const { id, email } = await buildUser(opened.db, { role: "admin", email: "ada@blog.example" });
  admin = { kind: "user", id, email, role: "admin", sessionId: crypto.randomUUID() };
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.db.updateTable("settings").set({ value: "{}", content: "{}", version: 1 }).execute();
  await opened.db.deleteFrom("audit_log").execute();
});

type Change = { settings?: Partial<Settings>; content?: SiteContent } & Partial<Pick<SettingsSave, "chosen" | "version">>;
const read = () => readSettings(opened.ctx, DEFAULT_SETTINGS);
const save = async ({ settings, content, ...rest }: Change = {}) => {
  const now = await read();
  const input = { settings: { ...now.settings, ...settings }, content: content ?? now.content, version: now.version, ...rest };
  return saveSettings(opened.ctx, admin, input, DEFAULT_SETTINGS);
};
const stored = () => opened.db.selectFrom("settings").selectAll().executeTakeFirstOrThrow();
const log = () => opened.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
const listing = async () => (await createCurrentSettings(opened.ctx, { siteUrl: "http://127.0.0.1" })).site().postsPerPage;

describe("a save stores", () => {
  test("what differs from the defaults, as a new version", async () => {
    const after = await save({ settings: { siteName: "Wren", allowComments: false } });
    expect(after).toMatchObject({ version: 2, settings: { siteName: "Wren" }, chosen: ["siteName", "allowComments"] });
    expect(await stored()).toMatchObject({ value: { siteName: "Wren", allowComments: false }, content: {}, version: 2 });
    await save({ settings: { siteName: "Skylark" } });
    expect((await stored()).value).toEqual({ siteName: "Skylark", allowComments: false });
  });

  test("a text of the pages, by its path", async () => {
    const content = structuredClone(SITE_CONTENT);
    content.hero.title = "Larks, mostly.";
    const value = content.about.values[0];
    if (value) value.name = "Honesty";
    expect((await save({ content })).content).toEqual(content);
    expect((await stored()).content).toEqual({ "hero.title": "Larks, mostly.", "about.values.0.name": "Honesty" });
  });

  test("nothing, not even a version, when nothing has changed", async () => {
    expect((await save()).version).toBe(1);
    expect(await log()).toEqual([]);
  });
});

describe("the listing's page size", () => {
  test("stays six while other settings are saved, whatever the form sends", async () => {
    await save({ settings: { siteName: "Wren" } });
    expect(await listing()).toBe(6);
    await save({ settings: { siteName: "Robin" }, chosen: ["siteName"] });
    expect(await listing()).toBe(6);
  });

  test("is the saved one, also the default of ten if it was chosen explicitly", async () => {
    await save({ chosen: ["postsPerPage"] });
    expect(await listing()).toBe(10);
    await save({ settings: { siteName: "Wren" } });
    expect(await listing()).toBe(10);
    expect((await log()).map(({ after }) => after)).toEqual([
      { chosen: ["postsPerPage"] },
      { siteName: "Wren", chosen: ["siteName", "postsPerPage"] },
    ]);
  });

  test("is ten after it was changed back to ten", async () => {
    await save({ settings: { postsPerPage: 12 } });
    expect(await listing()).toBe(12);
    await save({ settings: { postsPerPage: 10 } });
    expect(await listing()).toBe(10);
  });

  test("is six again after a reset to the defaults", async () => {
    await save({ settings: { postsPerPage: 12 } });
    await save({ settings: DEFAULT_SETTINGS, content: SITE_CONTENT, chosen: [] });
    expect(await listing()).toBe(6);
    expect((await stored()).value).toEqual({});
  });
});

test("a save from an older version is refused", async () => {
  await save({ settings: { siteName: "Wren" } });
  const late = save({ settings: { siteName: "Robin" }, version: 1 });
  await expect(late).rejects.toMatchObject({ kind: "conflict", code: "stale_version" });
  expect((await read()).settings.siteName).toBe("Wren");
  expect(await log()).toHaveLength(1);
});

test("of many saves from one version exactly one succeeds", async () => {
  const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
  const results = await Promise.allSettled(names.map((siteName) => save({ settings: { siteName }, version: 1 })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await stored()).toMatchObject({ version: 2 });
});

test("the log has the changes, before and after, and the actor", async () => {
  const content = { ...SITE_CONTENT, footer: { text: "Up early.", rights: "All rights reserved." } };
  await save({ settings: { maintenanceMode: true }, content });
  const [entry, ...more] = await log();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    actor_email: "ada@blog.example",
    action: "updated",
    entity: "settings",
    before: { maintenanceMode: false, "footer.text": "", chosen: [] },
    after: { maintenanceMode: true, "footer.text": "Up early.", chosen: ["maintenanceMode"] },
  });
});

test.each([
  ["category:nothing", "There is nothing at this link; choose another target"],
  ["page:nothing", "There is nothing at this link; choose another target"],
  ["address:javascript:alert(1)", /^URL must be a path of this site/],
  ["post:on-larks", /^Button link must be page:/],
])("a link of the hero's button that leads nowhere is refused: %s", async (link, rule) => {
  const content = structuredClone(SITE_CONTENT);
  content.hero.button = { label: "Read", slug: "", link };
  const checked = siteContentInput.safeParse(content);
  const refused = checked.success
    ? await save({ content }).catch(({ details }: { details: { rule: string }[] }) => details[0]?.rule)
    : checked.error.issues[0]?.message;
  expect(refused).toEqual(expect.stringMatching(rule));
});

test("the hero's button leads to a category, or to an address", async () => {
  await buildCategory(opened.db, { name: "Wellness", slug: "wellness" });
  for (const link of ["category:wellness", "address:/about"]) {
    const content = structuredClone(SITE_CONTENT);
    content.hero.button = { label: "Read", slug: "", link };
    expect((await save({ content })).content.hero.button.link).toBe(link);
  }
});

test("the hero's button leads to a published article or stays as it is", async () => {
  const leadingTo = (slug: string) => ({
    ...SITE_CONTENT,
    hero: { ...SITE_CONTENT.hero, button: { label: "Read", slug, link: "" } },
  });
  await buildPost(opened.db, { slug: "a-draft", status: "draft" });
  await buildPost(opened.db, { slug: "on-larks" });
  for (const slug of ["a-draft", "no-such-article"]) {
    const details = [{ field: "content.hero.button.slug", rule: expect.stringContaining("published article") }];
    await expect(save({ content: leadingTo(slug) })).rejects.toMatchObject({ code: "invalid_input", details });
  }
  expect((await save({ content: leadingTo("on-larks") })).content.hero.button.slug).toBe("on-larks");
  await opened.db.deleteFrom("posts").where("slug", "=", "on-larks").execute();
  expect((await save({ settings: { siteName: "Wren" } })).content.hero.button.slug).toBe("on-larks");
});
