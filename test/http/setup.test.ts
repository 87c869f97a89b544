import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureFirstAdmin } from "../../app/domain/auth/first-admin.ts";
import { seedDemo } from "../../app/domain/demo/seed-demo.ts";
import { offerSetup } from "../../app/domain/setup/offer-setup.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signIn } from "../app/signed-in.ts";
import { buildClock, buildPost, buildUser } from "../builders.ts";

const seedDir = fileURLToPath(new URL("../../db/seed", import.meta.url));
const HOUR = 60 * 60_000;
const SOUND = {
  site_name: "The Heron",
  full_name: "Grace Hopper",
  email: "Grace@Heron.example",
  password: "an early heron wades",
  repeated: "an early heron wades",
  timezone: "Paris",
  language: "nl",
  date_format: "DD/MM/YYYY",
  look: "dawn",
  start: "empty",
};

let app: TestApp;
let clock: ReturnType<typeof buildClock>;
let token: string;

/** A new installation, as its first start leaves it. */
async function install({ demo = false } = {}): Promise<void> {
  clock = buildClock();
  app = await createTestApp({ clock });
  if (demo) await seedDemo(app.context, { seedDir });
  await ensureFirstAdmin(app.context, { password: "printed at the start" });
  token = (await offerSetup(app.context)) ?? "";
}
const open = (of = token) => app.actors.anonymous.get(`/setup?token=${of}`);
const send = (values: Record<string, string> = {}, of = token) =>
  app.actors.from({}).send("POST", `/setup?token=${of}`, { body: new URLSearchParams({ ...SOUND, ...values }) });
const enter = (email: string, password: string) =>
  app.actors.anonymous.post<{ access_token: string }>("/auth/v1/token?grant_type=password", { email, password });
const accounts = () => app.context.db.selectFrom("users").select(["email", "full_name", "role"]).orderBy("email").execute();
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(app.context.db);
  return rows[0]?.n;
};

describe("a link that doesn't work", () => {
  beforeEach(() => install());
  afterEach(() => app.close());
  const expectNothing = async (of = token) => {
    expect((await open(of)).status).toBe(404);
    expect((await send({}, of)).status).toBe(404);
    expect(await count("user_passwords")).toBeLessThanOrEqual(1);
    expect((await app.context.db.selectFrom("settings").select("version").executeTakeFirstOrThrow()).version).toBe(1);
  };

  test("without a token, or with another one, there is no page", async () => {
    for (const path of ["/setup", "/setup/", `/setup/${token}`]) expect((await app.actors.anonymous.get(path)).status).toBe(404);
    expect((await app.actors.from({}).send("POST", "/setup", { body: new URLSearchParams(SOUND) })).status).toBe(404);
    for (const other of ["0".repeat(64), token.toUpperCase(), token.slice(1), `${token}0`])
      if (other !== token) await expectNothing(other);
    expect((await open()).status).toBe(200);
  });

  test("after a day", async () => {
    clock.forward(24 * HOUR - 1000);
    expect((await open()).status).toBe(200);
    clock.forward(1000);
    await expectNothing();
  });

  test("once a later start has made another one", async () => {
    expect(await offerSetup(app.context)).toBeNull();
    clock.forward(60_000);
    const later = await offerSetup(app.context);
    expect(later).toMatch(/^[0-9a-f]{64}$/);
    await expectNothing();
    expect((await open(later ?? "")).status).toBe(200);
  });

  test("once the printed admin has signed in", async () => {
    expect((await enter("admin@skylark.example", "printed at the start")).status).toBe(200);
    await expectNothing();
    clock.forward(HOUR);
    expect(await offerSetup(app.context)).toBeNull();
  });

  test("once there is an account or a post", async () => {
    const { id } = await buildUser(app.context.db);
    await expectNothing();
    await app.context.db.deleteFrom("users").where("id", "=", id).execute();
    expect((await open()).status).toBe(200);
    await buildPost(app.context.db);
    await expectNothing();
  });

  test("the database has only the token's hash, and the log nothing of it", async () => {
    await open();
    const row = await app.context.db.selectFrom("setup_links").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...row, hash: row.token_hash.toString("hex") })).not.toContain(token);
    expect(JSON.stringify(app.logged)).not.toContain(token);
  });

  test("guesses are limited", async () => {
    const guess = (n: number) => app.actors.from({ address: "203.0.113.9" }).get(`/setup?token=${String(n).padStart(64, "0")}`);
    for (let n = 0; n < 20; n++) expect((await guess(n)).status).toBe(404);
    expect((await guess(21)).status).toBe(429);
    // Behind a proxy that isn't counted, the owner has the same address.
    expect((await app.actors.from({ address: "203.0.113.9" }).get(`/setup?token=${token}`)).status).toBe(200);
  });
});

describe("the page speaks", () => {
  beforeAll(() => install());
  afterAll(() => app.close());
  const openWith = async (wanted: string, query = "") => {
    const actor = app.actors.from({ headers: { "accept-language": wanted } });
    const { text } = await actor.get<string>(`/setup?token=${token}${query}`);
    const chosen = /<option value="([^"]+)"[^>]*selected/.exec(text.slice(text.indexOf('id="language"')))?.[1];
    return { spoken: /<html lang="([^"]*)"/.exec(text)?.[1], chosen, text };
  };

  test.each([
    ["de-AT,de;q=0.9,en;q=0.8", "de", "de"],
    ["pt-BR", "pt-BR", "pt-BR"],
    ["tlh, ar;q=0.5", "ar", "ar"],
    ["nl", "en", "nl"],
    ["zh-TW", "en", "zh-Hant"],
    ["*", "en", "en"],
    ["", "en", "en"],
  ])("the browser's language if there is a translation: %s", async (wanted, spoken, chosen) => {
    expect(await openWith(wanted)).toMatchObject({ spoken, chosen });
  });

  test("the language that it is asked for, also in what it offers and refuses", async () => {
    const { spoken, chosen, text } = await openWith("de", "&language=ar");
    expect([spoken, chosen, text.includes('dir="rtl"')]).toEqual(["ar", "ar", true]);
    expect(text).toContain('value="ملاحظات، مقالات، حياة"');
    expect((await openWith("de", "&language=klingon")).spoken).toBe("de");
    const refused = await send({ language: "fr", repeated: "x" });
    expect([refused.status, refused.text.includes('<html lang="fr"')]).toEqual([400, true]);
  });
});

describe("what can't be taken", () => {
  beforeAll(() => install());
  afterAll(() => app.close());

  test.each([
    ["site_name", " ", "Site name is required"],
    ["site_name", "x".repeat(101), "Site name must have at most 100 characters"],
    ["full_name", "", "Your name is required"],
    ["email", "grace", "Unable to validate email address: invalid format"],
    ["email", "", "Email is required"],
    ["password", "short", "Passwords do not match"],
    ["repeated", "another heron wades", "Passwords do not match"],
    ["timezone", "Mars", "Timezone must be one of UTC; Eastern; Central; Mountain; Pacific; London; Paris; Tokyo"],
    ["language", "klingon", "Language must be one of en; ar;"],
    ["look", "comic", "Look must be one of dawn; harbor; orchard; press; plum; studio"],
    ["start", "both", "Start must be one of demo; empty"],
  ])("%s: %s", async (field, value, rule) => {
    const { status, text } = await send({ [field]: value });
    expect(status).toBe(400);
    expect(text).toContain(rule);
    // What was typed is there again, without the password.
    for (const [name, typed] of [
      ["site_name", SOUND.site_name],
      ["full_name", SOUND.full_name],
      ["email", SOUND.email],
    ])
      if (name !== field) expect(text).toContain(`value="${typed}"`);
    expect(text).not.toContain(SOUND.password);
    expect(await accounts()).toEqual([{ email: "admin@skylark.example", full_name: null, role: "admin" }]);
  });

  test.each([
    ["too short", "Admins need a password of at least 12 characters"],
    ["the heron 1", "Admins need a password of at least 12 characters"],
    ["grace@heron.example", "Your own email address is easy to guess. Please choose another password."],
  ])("the password “%s”", async (password, rule) => {
    const { status, text } = await send({ password, repeated: password });
    expect([status, text.includes(rule)]).toEqual([400, true]);
    expect((await open()).status).toBe(200);
  });
});

describe("a new installation", () => {
  afterEach(() => app.close());

  test("becomes the owner's: account, settings, log. The link has done its work", async () => {
    await install();
    const { status, text } = await send();
    expect([status, text.includes("Your site is ready")]).toEqual([200, true]);
    expect(await accounts()).toEqual([{ email: "grace@heron.example", full_name: "Grace Hopper", role: "admin" }]);
    expect((await enter("admin@skylark.example", "printed at the start")).status).toBe(400);
    expect((await enter("grace@heron.example", SOUND.password)).status).toBe(200);
    expect(app.settings.get()).toMatchObject({
      siteName: "The Heron",
      adminEmail: "grace@heron.example",
      timezone: "Paris",
      language: "nl",
      dateFormat: "DD/MM/YYYY",
    });
    const log = await app.context.db
      .selectFrom("audit_log")
      .select(["entity", "actor_email"])
      .where("entity", "=", "settings")
      .execute();
    expect(log).toEqual([{ entity: "settings", actor_email: "grace@heron.example" }]);
    expect([(await open()).status, (await send()).status, (await app.actors.anonymous.get("/setup")).status]).toEqual([
      404, 404, 404,
    ]);
    clock.forward(HOUR);
    expect(await offerSetup(app.context)).toBeNull();
  });

  test("has the look that its owner picks, in the history and the log, and nothing stored for the shipped one", async () => {
    await install();
    await send();
    expect(await count("looks")).toBe(0);
    await app.close();
    await install();
    expect((await open()).text).toMatch(/value="dawn"[^>]*checked|checked[^>]*value="dawn"/);
    expect((await send({ look: "press" })).status).toBe(200);
    expect(app.settings.look()).toMatchObject({ fonts: "garamond", hero: "plain", paper: { light: "#ffffff" } });
    const log = app.context.db.selectFrom("audit_log").select(["entity", "actor_email"]).where("entity", "=", "appearance");
    expect(await log.execute()).toEqual([{ entity: "appearance", actor_email: "grace@heron.example" }]);
    await app.app.contentChanged();
    expect((await app.actors.anonymous.get<string>("/category-colors.css")).text).toContain("--serif:EBGaramond");
  });

  test("an empty site speaks with its owner's words and has their categories; About waits for its own text", async () => {
    await install({ demo: true });
    const sentence = "Notes from a harbor that few ships call at.";
    const refused = await send({ site_description: "x".repeat(2000), categories: `${"y".repeat(200)}, Life` });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("A category must have at most");
    expect(refused.text).toContain("Site description must have at most");
    expect((await send({ site_description: sentence, categories: " Tides, Ships,, tides,Life " })).status).toBe(200);
    await app.app.contentChanged();
    expect(app.settings.get().siteDescription).toBe(sentence);
    expect(app.settings.content().hero).toMatchObject({ title: "The Heron", lead: sentence });
    const categories = await app.actors.anonymous.get<{ name: string }[]>("/api/categories");
    expect(categories.body.map(({ name }) => name)).toEqual(["Life", "Ships", "Tides"]);
    const home = (await app.actors.anonymous.get<string>("/")).text;
    expect(home).not.toMatch(/soar beyond limits|living, working and thinking/);
    expect(home.slice(0, home.indexOf("</header>"))).not.toContain(">About<");
  });

  test("an empty site has its first menu and its copyright line in its language", async () => {
    await install();
    expect((await send({ language: "de", categories: "Gezeiten" })).text).toContain("Deine Website ist bereit");
    await app.app.contentChanged();
    const home = (await app.actors.anonymous.get<string>("/")).text;
    const header = home.slice(home.indexOf("<header"), home.indexOf("</header>"));
    expect([header.includes(">Startseite<"), header.includes(">Kategorien<"), header.includes(">Home<")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(home).toContain("The Heron. Alle Rechte vorbehalten.");
    expect(app.settings.site().defaultAuthor).toBe("Die Redaktion von The Heron");
  });

  test("categories stand between commas of any script", async () => {
    await install();
    expect((await send({ language: "ar", categories: "ملاحظات، مقالات, حياة" })).status).toBe(200);
    const categories = await app.actors.anonymous.get<{ name: string }[]>("/api/categories");
    expect(categories.body.map(({ name }) => name).sort()).toEqual(["حياة", "مقالات", "ملاحظات"]);
  });

  test("with the demo content, Home keeps the texts that belong to it", async () => {
    await install({ demo: true });
    expect((await send({ start: "demo", site_description: "A sentence.", categories: "Tides" })).status).toBe(200);
    expect([app.settings.get().siteDescription, await count("categories")]).toEqual(["A sentence.", 12]);
    expect(app.settings.content().hero.title).toBe("Ideas that soar beyond limits.");
  });

  test("of several tries at once, one wins", async () => {
    await install();
    const names = ["ada", "grace", "mary", "joan"];
    const answers = await Promise.all(names.map((name) => send({ email: `${name}@heron.example`, full_name: name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const winner = names[answers.findIndex(({ status }) => status === 200)];
    expect(await accounts()).toEqual([{ email: `${winner}@heron.example`, full_name: winner, role: "admin" }]);
  });

  test("of several starts at once, one makes the link", async () => {
    await install();
    clock.forward(HOUR);
    const made = await Promise.all([1, 2, 3].map(() => offerSetup(app.context)));
    expect(made.filter((one) => one !== null)).toHaveLength(1);
  });

  test("without the demo content, nothing of it stays, and it doesn't come again", async () => {
    await install({ demo: true });
    expect((await open()).text).toContain("With example articles");
    // Only a demo reader who stays keeps an email address from the owner.
    const readers = app.context.db.selectFrom("users").select("email").where("is_demo", "=", true);
    const { email } = await readers.limit(1).executeTakeFirstOrThrow();
    const refused = await send({ start: "demo", email });
    expect([refused.status, refused.text.includes("Another account uses this email address")]).toEqual([400, true]);
    expect((await send({ start: "empty", email })).status).toBe(200);
    const tables = ["posts", "categories", "tags", "comments", "analytics_records"];
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0, 0]);
    expect(await accounts()).toHaveLength(1);
    expect(await seedDemo(app.context, { seedDir })).toBeNull();
    expect(app.settings.content().hero.button.slug).toBe("");
  });

  test("with the demo content, all of it stays", async () => {
    await install({ demo: true });
    expect((await send({ start: "demo", email: "reader@taken.example" })).status).toBe(200);
    expect([await count("posts"), await count("categories")]).toEqual([14, 12]);
  });

  test("the back office knows the owner", async () => {
    await install();
    await send();
    const { id } = await app.context.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    const { actor } = await signIn(app, id);
    expect((await actor.get("/api/admin/dashboard")).status).toBe(200);
  });
});
