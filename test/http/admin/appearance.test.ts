import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Appearance, DEFAULT_LOOK, type Look } from "../../../app/domain/appearance/appearance.ts";
import { NO_NAVIGATION } from "../../../app/domain/navigation/navigation.ts";
import { SITE_CONTENT } from "../../../app/domain/settings/site-content.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

const PATH = "/api/admin/appearance";

let app: TestApp;
let admin: Actor;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  const made = await signedInUser(app, { role: "admin" });
  admin = made.actor;
  token = made.token;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("looks").execute();
  await app.app.contentChanged();
});

const PINE: Look = {
  ...DEFAULT_LOOK,
  accent: { light: "#006b5b", dark: "#7fd6c2" },
  paper: { light: "#ffffff", dark: "#101614" },
  fonts: "lora",
  cards: "framed",
  width: "wide",
  sign: "none",
  hero: "plain",
};
const read = async () => (await admin.get<Appearance>(PATH)).body;
const save = <T = Appearance>(look: unknown, version = 0, actor = admin) => actor.put<T>(PATH, { look, version });
/** The public style sheet, after every instance has received the change. */
const sheet = async () => {
  await app.app.contentChanged();
  return (await app.actors.anonymous.get<string>("/category-colors.css")).text;
};

test("it requires an admin", async () => {
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await save(PINE, 0, actor)).status).toBe(status);
  }
  expect(await read()).toEqual({ look: DEFAULT_LOOK, version: 0, history: [] });
});

test("a look is public once it is saved, and the shipped one adds nothing", async () => {
  const before = await sheet();
  expect(before).not.toContain("--dawn");
  const { status, body } = await save(PINE);
  expect(status).toBe(200);
  expect(body).toMatchObject({ look: PINE, history: [{ look: PINE }] });
  const after = await sheet();
  expect(after).toContain("--dawn:light-dark(#006b5b,#7fd6c2)");
  expect(after).toContain("--paper:light-dark(#ffffff,#101614)");
  expect(after).toContain("--serif:Lora,");
  expect(after).toContain("--measure:47rem");
  expect(after).toContain(".brand-mark.brand-mark");
  expect(after).toContain(".card.card");
  // Only Home loads what no other page needs.
  const homeSheet = (await app.actors.anonymous.get<string>("/category-colors.css?part=home")).text;
  expect(homeSheet).toMatch(/\.hero\.hero\{background:none.*\.horizon/);
  expect(homeSheet).not.toMatch(/--dawn:|--serif|\.brand-mark|\.card/);
  expect(after).not.toContain(".hero.hero");
  expect((await app.actors.anonymous.get("/about")).text).not.toContain("part=home");
  const home = (await app.actors.anonymous.get("/")).text;
  expect(home).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff"/>');
  expect(home).toMatch(/<link rel="stylesheet" href="\/category-colors\.css\?v=[\w-]{8}&amp;part=home"/);
  // A version that isn't here yet, or no longer, isn't cached for ever.
  const [path = ""] = /\/category-colors\.css\?v=[\w-]{8}&amp;part=home/.exec(home) ?? [];
  const cachedFor = async (one: string) => (await app.actors.anonymous.get(one)).headers.get("cache-control");
  expect(await cachedFor(path.replace("&amp;", "&"))).toContain("immutable");
  expect(await cachedFor("/category-colors.css?v=another1&part=home")).not.toContain("immutable");
  const manifest = (await app.actors.anonymous.get<{ theme_color: string }>("/manifest.webmanifest")).body;
  expect(manifest.theme_color).toBe("#ffffff");

  expect((await save(DEFAULT_LOOK, body.version)).status).toBe(200);
  expect(await sheet()).toBe(before);
});

test("the history keeps fifty looks, and an earlier one can be saved again", async () => {
  let { version } = (await save(PINE)).body;
  const first = version;
  for (let n = 0; n < 51; n += 1) {
    const green = { ...PINE, accent: { light: `#00${(0x10 + n).toString(16)}40`, dark: PINE.accent.dark } };
    const { body } = await save(green, version);
    version = body.version;
  }
  const { history, look } = await read();
  expect(history).toHaveLength(50);
  expect(history.map(({ id }) => id)).not.toContain(first);
  expect(history[0]?.look).toEqual(look);
  const older = history[1]?.look;
  expect((await save(older, version)).body).toMatchObject({ look: older });
});

test("a save over someone else's changes nothing, and one that changes nothing isn't a version", async () => {
  const { version } = (await save(PINE)).body;
  const stale = await save<ErrorBody>({ ...PINE, cards: "tinted" }, 0);
  expect([stale.status, stale.body.code]).toEqual([409, "stale_version"]);
  expect((await save(PINE, version)).body.version).toBe(version);
  expect((await read()).look.cards).toBe("framed");
});

test("colors that can't be read are refused, with the nearest that can", async () => {
  const { status, body } = await save<ErrorBody>({ ...PINE, accent: { light: "#ffd400", dark: "#111111" } });
  expect([status, body.code]).toEqual([400, "invalid_input"]);
  expect(body.details?.map(({ field }) => field)).toEqual(["look.accent.light", "look.accent.dark"]);
  expect(body.details?.[0]?.rule).toMatch(
    /^In the light theme, the accent on tinted paper would have a contrast of 1\.\d : 1; text needs 4\.5 : 1\. The nearest color that can be read is #[0-9a-f]{6}\.$/,
  );
  const offered = body.details?.map(({ rule }) => /(#[0-9a-f]{6})\.$/.exec(rule)?.[1]);
  expect((await save({ ...PINE, accent: { light: offered?.[0], dark: offered?.[1] } })).status).toBe(200);
});

test.each([
  ["a color by name", { ...PINE, accent: { light: "green", dark: "#7fd6c2" } }, "look.accent.light"],
  ["fonts that don't come along", { ...PINE, fonts: "comic" }, "look.fonts"],
  ["styles of one's own", { ...PINE, css: "body{}" }, "css"],
])("%s is refused", async (_, look, field) => {
  const { status, body } = await save<ErrorBody>(look);
  expect([status, body.details?.[0]?.field]).toEqual([400, field]);
});

/** A page in a look that isn't saved. `cookie`: of the browser that asks. */
const preview = (look: unknown, { cookie, page = "/" }: { cookie?: string; page?: string } = {}) =>
  app.fetch(
    new Request(`http://localhost/look-preview?${new URLSearchParams({ page, theme: "dark", look: JSON.stringify(look) })}`, {
      headers: cookie ? { cookie } : {},
    }),
  );

/** The cookie with which an admin's browser sees previews. */
async function takePass(): Promise<string> {
  const pass = await app.fetch(
    new Request("http://localhost/api/admin/maintenance/pass", { method: "POST", headers: { authorization: `Bearer ${token}` } }),
  );
  return pass.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
}

test("texts that aren't saved are shown in their page alone", async () => {
  const cookie = await takePass();
  const textsAt = async (page: string, content: unknown) => {
    const query = new URLSearchParams({ page, theme: "light", content: JSON.stringify(content) });
    const answer = await app.fetch(new Request(`http://localhost/look-preview?${query}`, { headers: { cookie } }));
    return { status: answer.status, text: await answer.text() };
  };
  const about = { ...SITE_CONTENT.about, mission: "To try it out first." };
  expect((await textsAt("/about", { about })).text).toContain("To try it out first.");
  const { hero, profile } = SITE_CONTENT;
  const home = { hero: { ...hero, title: "Larks, unsaved." }, profile: { ...profile, likes: "9K" } };
  expect((await textsAt("/", home)).text).toMatch(/Larks, unsaved\..*9K/s);
  expect((await textsAt("/", { hero: { ...hero, title: "" } })).status).toBe(400);
  for (const page of ["/", "/about"]) {
    const seen = await (await app.fetch(new Request(`http://localhost${page}`))).text();
    expect(seen).not.toMatch(/To try it out first|Larks, unsaved/);
  }
});

test("menus that aren't saved are shown around the page alone", async () => {
  const cookie = await takePass();
  const menusAt = async (navigation: unknown) => {
    const query = new URLSearchParams({ page: "/", theme: "light", navigation: JSON.stringify(navigation) });
    const answer = await app.fetch(new Request(`http://localhost/look-preview?${query}`, { headers: { cookie } }));
    return { status: answer.status, text: await answer.text() };
  };
  const header = [{ label: "Unsaved larks", kind: "address", to: "/about" }];
  const { status, text } = await menusAt({ ...NO_NAVIGATION, header });
  expect([status, text.includes("Unsaved larks")]).toEqual([200, true]);
  expect((await menusAt({ ...NO_NAVIGATION, header: [{ ...header[0], to: "javascript:alert(1)" }] })).status).toBe(400);
  expect(await (await app.fetch(new Request("http://localhost/"))).text()).not.toContain("Unsaved larks");
});

test("only an admin's browser sees pages in a look that isn't saved, and only until the session ends", async () => {
  expect((await preview(PINE)).status).toBe(403);
  expect((await preview(PINE, { cookie: "site_pass=invented" })).status).toBe(403);
  const cookie = await takePass();
  const shown = await preview(PINE, { cookie });
  expect(shown.status).toBe(200);
  expect(shown.headers.get("cache-control")).toBe("private, no-store");
  const policy = shown.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  const html = await shown.text();
  expect(html).toContain('<html lang="en" data-theme="dark">');
  expect(html).toContain("--dawn:light-dark(#006b5b,#7fd6c2)");
  expect(html).not.toMatch(/<script src|<script type="module"/);
  // Nothing of it is public.
  expect(await sheet()).not.toContain("--dawn");
  expect((await preview({ ...PINE, fonts: "comic" }, { cookie })).status).toBe(400);
  expect((await preview(PINE, { cookie, page: "https://elsewhere.example/" })).status).toBe(400);
});
