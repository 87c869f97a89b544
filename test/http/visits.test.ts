import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost, buildSession } from "../builders.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const BROWSER = { "user-agent": FIREFOX, "accept-language": "de,en;q=0.5", "sec-fetch-site": "same-origin" };

let app: TestApp;
let reader: Actor;
let slug: string;
beforeAll(async () => {
  app = await createTestApp({
    places: { find: (address) => (address === "203.0.113.7" ? { country: "Germany", region: null, city: "Berlin" } : null) },
  });
  reader = app.actors.from({ headers: BROWSER, address: "203.0.113.7" });
  slug = (await buildPost(app.context.db)).slug;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["analytics_records", "analytics_rejected", "analytics_missing"] as const)
    await app.context.db.deleteFrom(table).execute();
});

const records = () => app.context.db.selectFrom("website_analytics").selectAll().execute();
const rejected = () => app.context.db.selectFrom("analytics_rejected").selectAll().orderBy("id").execute();
const view = (more: object = {}) => ({ kind: "view", session: buildSession(), url: `/story/${slug}`, ...more });
const outcomes = async () => {
  const { text } = await app.actors.anonymous.get("/metrics");
  return Object.fromEntries(
    [...text.matchAll(/analytics_hits_total\{outcome="(\w+)"\} (\d+)/g)].map(([, name, n]) => [name, Number(n)]),
  );
};

test("a page's view is stored before the response, with what the page and the connection report", async () => {
  const { status, headers, text } = await reader.post(
    "/api/visits",
    view({
      url: `/story/${slug}?utm_source=letter&utm_medium=email&utm_campaign=spring&utm_term=calm&utm_content=top&secret=1`,
      title: "Anything",
      referrer: "https://anna:secret@www.example.org/links?who=anna#there",
      screen: "390x844",
      timezone: "Europe/Berlin",
      who: "reader",
    }),
  );
  expect([status, JSON.parse(text), headers.get("cache-control")]).toEqual([200, { views_count: 1 }, "no-store"]);
  expect(await records()).toMatchObject([
    {
      page_url: `/story/${slug}`,
      referrer_url: "https://www.example.org/links",
      ip_address: "203.0.113.0",
      country: "Germany",
      region: "unknown",
      city: "Berlin",
      timezone: "Europe/Berlin",
      device_type: "mobile",
      browser: "Firefox",
      operating_system: "Linux",
      screen_resolution: "390x844",
      is_authenticated: true,
      user_id: null,
      utm_source: "letter",
      utm_medium: "email",
      utm_campaign: "spring",
      utm_term: "calm",
      utm_content: "top",
      page_views_count: 1,
    },
  ]);
  const everything = JSON.stringify([
    await records(),
    await app.context.db.selectFrom("analytics_sessions").selectAll().execute(),
  ]);
  for (const secret of ["203.0.113.7", "anna", "secret"]) expect(everything).not.toContain(secret);
});

test("a text, as sendBeacon sends it, is accepted as well", async () => {
  const body = JSON.stringify(view());
  const { status } = await reader.send("POST", "/api/visits", { body, headers: { "content-type": "text/plain;charset=UTF-8" } });
  expect(status).toBe(200);
  expect(await records()).toHaveLength(1);
});

describe("nothing at all is stored", () => {
  test.each<Record<string, string>>([{ dnt: "1" }, { "sec-gpc": "1" }])(
    "of who asks for it by %o, be it a bot",
    async (headers) => {
      expect((await reader.post("/api/visits", view(), headers)).status).toBe(200);
      expect((await reader.post("/api/visits", view(), { ...headers, "user-agent": "Googlebot/2.1" })).status).toBe(200);
      expect([await records(), await rejected()]).toEqual([[], []]);
      expect((await outcomes()).opted_out).toBeGreaterThan(0);
    },
  );

  test("while analytics are turned off", async () => {
    const turn = async (on: boolean) => {
      await app.context.db
        .updateTable("settings")
        .set({ value: JSON.stringify({ enableAnalytics: on }) })
        .execute();
      await app.settings.renew();
    };
    await turn(false);
    expect((await reader.post("/api/visits", view())).status).toBe(200);
    await turn(true);
    expect([await records(), (await outcomes()).off]).toEqual([[], 1]);
  });

  test("of admins' own visits, unless the owner wants them, and of the back office", async () => {
    await reader.post("/api/visits", view({ who: "admin" }));
    await reader.post("/api/visits", view({ url: "/admin/posts" }));
    expect(await records()).toEqual([]);
    await app.context.db.updateTable("analytics_options").set({ count_admins: true }).execute();
    await app.app.contentChanged();
    await reader.post("/api/visits", view({ who: "admin" }));
    expect(await records()).toMatchObject([{ is_authenticated: true }]);
    await app.context.db.updateTable("analytics_options").set({ count_admins: false }).execute();
    await app.app.contentChanged();
  });
});

describe("quarantine", () => {
  test.each([
    ["bot_user_agent", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }, {}],
    ["no_user_agent", { "user-agent": "" }, {}],
    ["bot_headers", { "accept-language": "" }, {}],
    ["spam_referrer", {}, { referrer: "http://forum.semalt.com/crawler?u=blog.test" }],
  ])("%s", async (reason, headers, more) => {
    expect((await reader.post("/api/visits", view(more), headers)).status).toBe(200);
    expect(await records()).toEqual([]);
    expect(await rejected()).toMatchObject([{ reason, path: `/story/${slug}`, network: "203.0.113.0/24" }]);
    expect((await outcomes())[reason]).toBe(1);
  });

  test("the owner's rules have precedence over our checks", async () => {
    const rules = app.context.db.insertInto("analytics_rules");
    await rules.values({ kind: "user_agent", value: "FriendlyBot", verdict: "allow" }).execute();
    await rules.values({ kind: "network", value: "198.51.100.0/24", verdict: "block" }).execute();
    await rules.values({ kind: "referrer", value: "spam.example", verdict: "block" }).execute();
    await app.app.contentChanged();
    await reader.post("/api/visits", view(), { "user-agent": "friendlybot/1.0" });
    await app.actors.from({ headers: BROWSER, address: "198.51.100.200" }).post("/api/visits", view());
    await reader.post("/api/visits", view({ referrer: "https://www.spam.example/" }));
    expect(await records()).toHaveLength(1);
    expect((await rejected()).map(({ reason }) => reason)).toEqual(["blocked", "blocked"]);
    await app.context.db.deleteFrom("analytics_rules").execute();
    await app.app.contentChanged();
  });

  test("thousands of invented paths from one place leave lists clean; other readers are still counted", async () => {
    const prober = app.actors.from({ headers: BROWSER, address: "192.0.2.66" });
    const answers = new Set<number>();
    for (let from = 0; from < 2000; from += 100) {
      const some = Array.from({ length: 100 }, (_, at) => prober.post("/api/visits", view({ url: `/wp-${from + at}.php` })));
      for (const { status } of await Promise.all(some)) answers.add(status);
    }
    expect([...answers]).toEqual([204]);
    const missing = await app.context.db.selectFrom("analytics_missing").select("path").execute();
    expect(missing.length).toBeLessThanOrEqual(150);
    expect(new Set((await rejected()).map(({ reason }) => reason))).toContain("too_many_addresses");
    await reader.post("/api/visits", view());
    expect(await records()).toHaveLength(1);
  });

  test("a session that opens pages faster than anybody reads is a burst", async () => {
    const session = buildSession();
    for (let turn = 0; turn < 25; turn++) await reader.post("/api/visits", view({ session }));
    expect(await records()).toMatchObject([{ page_views_count: 20 }]);
    expect((await rejected()).map(({ reason }) => reason)).toEqual(Array(5).fill("burst"));
  });
});

describe("refused", () => {
  const refusal = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await reader.send<ErrorBody>("POST", "/api/visits", {
      body,
      headers: { "content-type": "application/json", ...headers },
    });
    return [answer.status, answer.body.details?.[0]?.field ?? answer.body.code];
  };
  const spoilt = (more: object) => JSON.stringify(view(more));

  test.each<[what: string, body: BodyInit, status: number, field: string]>([
    ["no JSON", "{", 400, "body"],
    ["nothing", "", 400, "body"],
    ["a list", "[]", 400, "body"],
    ["invalid UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400, "body"],
    ["30 000 brackets", "[".repeat(30_000), 413, "body"],
    ["a body in chunks that is too long", new Blob(["a".repeat(9000)]).stream(), 413, "body"],
    ["another kind", spoilt({ kind: "click" }), 400, "kind"],
    ["a fallback session", spoilt({ session: "fallback-1" }), 400, "session"],
    ["no session", spoilt({ session: undefined }), 400, "session"],
    ["a session in capitals", spoilt({ session: "A".repeat(32) }), 400, "session"],
    ["another site's address", spoilt({ url: "https://blog.test/" }), 400, "url"],
    ["an address without its scheme", spoilt({ url: "//evil.test/" }), 400, "url"],
    ["an absurd address", spoilt({ url: `/${"a".repeat(3000)}` }), 400, "url"],
    ["a number as address", spoilt({ url: 7 }), 400, "url"],
    ["a screen in words", spoilt({ screen: "large" }), 400, "screen"],
    ["negative attention", spoilt({ engaged: -1 }), 400, "engaged"],
    ["endless attention", spoilt({ engaged: 1e9 }), 400, "engaged"],
    ["a view without a number", spoilt({ view: "abc" }), 400, "view"],
    ["a fraction of a view", spoilt({ view: 1.5 }), 400, "view"],
    ["a negative view", spoilt({ view: -1 }), 400, "view"],
    ["a view above the maximum", spoilt({ view: 2 ** 32 }), 400, "view"],
    ["an idle time longer than a visit", spoilt({ idle: 2101 }), 400, "idle"],
    ["a negative idle time", spoilt({ idle: -1 }), 400, "idle"],
    ["more than all of the page", spoilt({ scroll: 101 }), 400, "scroll"],
    ["a clock", spoilt({ at: "2099-01-01" }), 400, "at"],
    ["a chosen visitor", spoilt({ visitor: "1" }), 400, "visitor"],
  ])("%s", async (_, body, status, field) => {
    expect(await refusal(body)).toEqual([status, field]);
    expect(await records()).toEqual([]);
  });

  test("another type, another site, another method", async () => {
    expect(await refusal(spoilt({}), { "content-type": "application/x-www-form-urlencoded" })).toEqual([415, "content-type"]);
    expect(await refusal(spoilt({}), { "sec-fetch-site": "cross-site" })).toEqual([403, "cross_site"]);
    const { status, headers } = await app.actors.anonymous.get("/api/visits");
    expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const foreign = app.actors.from({ headers: { ...BROWSER, "sec-fetch-site": "", origin: "https://evil.test" } });
    expect((await foreign.post("/api/visits", view(), {})).status).toBe(403);
  });
});

test.each<[what: string, more: object, headers: Record<string, string>]>([
  ["NUL and control characters", { url: "/about?utm_source=a%00b%07c&utm_campaign=%0A%0D", referrer: "https://a.test/\0\n" }, {}],
  ["lone surrogates", { url: "/about?utm_source=\ud800x", referrer: "https://a.test/\ud800", timezone: "\udfff" }, {}],
  ["bytes that aren't UTF-8 in the address", { url: "/about?utm_source=%ff%fe" }, {}],
  ["a user agent of 14 KB", {}, { "user-agent": `${FIREFOX} ${"x".repeat(14_000)}` }],
  ["a user agent outside of ASCII", {}, { "user-agent": "Mozilla/5.0 \u00ff\u00fe Firefox/140.0" }],
  ["a referrer that is no address", { referrer: "javascript:alert(1)" }, {}],
  ["a long referrer", { referrer: `https://a.test/${"é".repeat(900)}` }, {}],
  ["an unknown timezone", { timezone: "Mars/Olympus" }, {}],
  ["an absurd screen", { screen: "99999x00001" }, {}],
  ["long campaign tags", { url: `/about?utm_source=${"😀".repeat(150)}&utm_medium=${"m".repeat(500)}` }, {}],
])("an absurd value is capped, not refused: %s", async (_, more, headers) => {
  const answer = await reader.post("/api/visits", view({ url: "/about", ...more }), headers);
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(await records()).toMatchObject([{ page_url: "/about", page_views_count: 1 }]);
});

test("a failed write to the database is reported, and may be sent again", async () => {
  const { db } = app.context;
  await sql`alter table analytics_sessions add constraint closed check (visit = 0) not valid`.execute(db);
  const session = buildSession();
  const refused = await reader.post<ErrorBody>("/api/visits", view({ session }));
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
  await sql`alter table analytics_sessions drop constraint closed`.execute(db);
  expect((await reader.post("/api/visits", view({ session }))).status).toBe(200);
  expect(await records()).toMatchObject([{ page_views_count: 1 }]);
  expect((await outcomes()).failed).toBe(1);
});

test("guessing a session reveals nothing: the response is always the same", async () => {
  const session = buildSession();
  await reader.post("/api/visits", view({ session }));
  const other = app.actors.from({ headers: BROWSER, address: "198.51.100.9" });
  for (const known of [session, buildSession()]) {
    const answer = await other.post("/api/visits", { kind: "alive", session: known, url: `/story/${slug}` });
    expect([answer.status, answer.text]).toEqual([204, ""]);
  }
});

describe("the IP address", () => {
  const networks = async () => (await records()).map((row) => row.ip_address);

  test("is the connection's, whatever the request says", async () => {
    await reader.post("/api/visits", view(), { "x-forwarded-for": "198.51.100.99" });
    expect(await networks()).toEqual(["203.0.113.0"]);
  });

  test("with TRUST_PROXY is what that many proxies say", async () => {
    const behind = await createTestApp({ trustProxy: 1 });
    const proxy = behind.actors.from({ headers: BROWSER, address: "10.0.0.2" });
    await proxy.post("/api/visits", view({ url: "/about" }), { "x-forwarded-for": "6.6.6.6, 198.51.100.99" });
    await proxy.post("/api/visits", view({ url: "/about" }), { "x-forwarded-for": "2001:db8:7:8::9" });
    const rows = await behind.context.db.selectFrom("website_analytics").select("ip_address").orderBy("ip_address").execute();
    expect(rows.map((row) => row.ip_address)).toEqual(["198.51.100.0", "2001:db8:7::"]);
    await behind.close();
  });

  test("behind an undeclared proxy doesn't make many readers look like a bot", async () => {
    const proxy = app.actors.from({ headers: { ...BROWSER, "x-forwarded-for": "198.51.100.1" }, address: "127.0.0.1" });
    const many = Array.from({ length: 400 }, () => proxy.post("/api/visits", view({ url: "/about" })));
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([204]));
    expect([(await records()).length, await rejected()]).toEqual([400, []]);
  });
});

describe("a page without JavaScript", () => {
  const IMAGE = {
    ...BROWSER,
    "sec-fetch-dest": "image",
    accept: "image/avif,image/webp,*/*;q=0.8",
    referer: "http://blog.test/about",
  };
  const dot = (headers: Record<string, string>, address = "203.0.113.7") =>
    app.actors.from({ headers, address }).get("/api/visits/pixel.gif");

  test("is counted by its image, as one session a day", async () => {
    const answer = await dot({ ...IMAGE, host: "blog.test" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/gif"]);
    await dot({ ...IMAGE, host: "blog.test", referer: `http://blog.test/story/${slug}` });
    const rows = await records();
    expect(rows.map((row) => row.page_url).sort()).toEqual(["/about", `/story/${slug}`]);
    expect(new Set(rows.map((row) => row.session_id)).size).toBe(1);
  });

  test.each([
    ["a request for something other than an image", { "sec-fetch-dest": "document" }],
    ["another site that shows it", { "sec-fetch-site": "cross-site" }],
    ["a program", { "sec-fetch-dest": "" }],
    ["a page that sends no referrer", { referer: "" }],
    ["another site's page", { referer: "http://evil.test/about" }],
  ])("but not for %s", async (_, headers) => {
    expect((await dot({ ...IMAGE, host: "blog.test", ...headers })).status).toBe(200);
    expect([await records(), await rejected()]).toEqual([[], []]);
  });
});
