import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppEnv, Deps } from "../../app/http/env.ts";
import { answerError } from "../../app/http/errors.ts";
import { type LimitName, limit, tooManyTries } from "../../app/http/guards/try-limits.ts";
import { createActor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Body = { code: string; message: string };

/** An endpoint with a limit: a caller that sends `unwrap` got it right. */
function door(name: LimitName, { trustProxy = 0, siteUrl = "http://localhost:3000" } = {}) {
  const site = () => ({ ...app.settings.site(), url: siteUrl });
  const deps: Deps = { ...deps0(), trustProxy, settings: { ...app.settings, site } };
  const hono = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("deps", deps);
      await next();
    })
    .onError(answerError)
    .post("/", async (c) => {
      const { account, mailbox, good } = await c.req.json<{ account?: string; mailbox?: string; good?: boolean }>();
      const tried = await limit(c, name, { account, mailbox });
      if (good) await tried.forgive();
      return c.text("in");
    });
  return (address: string, body: object = {}, headers: Record<string, string> = { host: "localhost:3000" }) =>
    createActor(hono.fetch, { address }).post<Body>("/", body, headers);
}
const deps0 = () => ({ context: app.context, clientDir: "", cacheDir: "" }) as Omit<Deps, "settings" | "trustProxy">;

async function untilRefused(knock: () => Promise<{ status: number }>, most = 200): Promise<number> {
  for (let n = 0; n < most; n++) if ((await knock()).status === 429) return n;
  return most;
}

test("an account can be tried ten times from one address; from elsewhere its owner can still sign in", async () => {
  const knock = door("sign_in");
  const account = "victim@blog.example";
  expect(await untilRefused(() => knock("198.51.100.1", { account }))).toBe(10);
  expect((await knock("203.0.113.9", { account, good: true })).status).toBe(200);
  // However it is written, it is the same account; another account isn't affected.
  expect((await knock("198.51.100.1", { account: " VICTIM@blog.example" })).status).toBe(429);
  expect((await knock("198.51.100.1", { account: "other@blog.example" })).status).toBe(200);
});

test("one address can try sixty accounts, an IPv6 one as its /64", async () => {
  const knock = door("sign_in");
  let n = 0;
  const next = () => ({ account: `a${n++}@blog.example` });
  expect(await untilRefused(() => knock(`2001:db8:5:6::${n.toString(16)}`, next()))).toBe(60);
  expect((await knock("2001:db8:5:7::1", next())).status).toBe(200);
});

test("successful attempts aren't counted", async () => {
  const knock = door("sign_in");
  expect(await untilRefused(() => knock("198.51.100.2", { account: "busy@blog.example", good: true }), 80)).toBe(80);
});

test("a refusal says in words, in a header and by GoTrue's code how long to wait", async () => {
  const knock = door("verify");
  await untilRefused(() => knock("198.51.100.3", { account: "code@blog.example" }));
  const { status, body, headers } = await knock("198.51.100.3", { account: "code@blog.example" });
  expect([status, body.code]).toEqual([429, "over_request_rate_limit"]);
  expect(body.message).toBe("Too many tries. Please wait 15 minutes and try again.");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(14 * 60);
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60);
  expect(tooManyTries(1, "address").message).toBe("Too many tries. Please wait 1 minute and try again.");
});

test("an address gets five mails in an hour, whatever requests them and from wherever", async () => {
  const [recover, otp] = [door("recover"), door("otp")];
  const account = "mailbox@blog.example";
  for (let n = 0; n < 5; n++) expect((await (n % 2 ? recover : otp)(`198.51.100.${50 + n}`, { account })).status).toBe(200);
  const refused = await otp("198.51.100.99", { account });
  expect([refused.status, refused.body.code]).toEqual([429, "over_email_send_rate_limit"]);
  expect((await door("change_email")("198.51.100.98", { account: "an id", mailbox: account })).status).toBe(429);
  const owner = { account: "the owner's id", mailbox: account };
  expect((await door("reauthenticate")("198.51.100.97", owner)).status, "a signed-in user can reauthenticate").toBe(200);
});

test("behind proxies that TRUST_PROXY declares, the client is who they say", async () => {
  const knock = door("sign_in", { trustProxy: 1, siteUrl: "https://blog.example" });
  const from = (client: string, account: string) => knock("127.0.0.1", { account }, { "x-forwarded-for": `9.9.9.9, ${client}` });
  expect(await untilRefused(() => from("198.51.100.4", "p@blog.example"))).toBe(10);
  expect((await from("198.51.100.5", "p@blog.example")).status).toBe(200);
});

test("this machine without a proxy is one address like any other", async () => {
  const knock = door("sign_in");
  const start = app.logged.length;
  expect(await untilRefused(() => knock("127.0.0.1", { account: "local@blog.example" }))).toBe(10);
  expect(app.logged.slice(start)).toEqual([]);
});

test.each([
  ["that says whom it speaks for", { "x-forwarded-for": "203.0.113.7", host: "localhost:3000" }, "http://localhost:3000"],
  ["that passes on the host", { host: "blog.example" }, "http://localhost:3000"],
  ["that says nothing, to a browser", { host: "localhost:3000", origin: "https://blog.example" }, "http://localhost:3000"],
  ["that says nothing, to a site with a name", { host: "localhost:3000" }, "https://blog.example"],
])("behind a proxy %s visitors share a wide bucket, and the log says once what to do", async (_, headers, siteUrl) => {
  const knock = door("sign_in", { siteUrl });
  const start = app.logged.length;
  let n = 0;
  const forwarded = () => ("x-forwarded-for" in headers ? { ...headers, "x-forwarded-for": `203.0.113.${n % 250}` } : headers);
  const everybody = () => knock("127.0.0.1", { account: `reader-${n++}-of-${siteUrl}@blog.example` }, forwarded());
  expect(await untilRefused(everybody, 150)).toBe(150);
  const warnings = app.logged.slice(start).filter(({ msg }) => msg.includes("TRUST_PROXY"));
  expect(warnings).toHaveLength(1);
});

test.each([
  ["Via", { via: "1.1 x" }],
  ["X-Forwarded-Proto", { "x-forwarded-proto": "https" }],
  ["X-Forwarded-For, another one each time", { "x-forwarded-for": "" }],
])("no header lifts a limit: %s", async (_, headers) => {
  const knock = door("resend");
  let n = 0;
  const forged = () => ("x-forwarded-for" in headers ? { "x-forwarded-for": `203.0.113.${n % 250}` } : headers);
  // From an office's network: thirty an hour for one visitor, and twenty times as many if they may share the address.
  const address = `192.168.7.${Object.keys(headers).join("").length}`;
  const one = () => knock(address, { account: `reader-${n++}@${address}.example` }, { host: "localhost:3000", ...forged() });
  expect(await untilRefused(one, 700)).toBe(600);
});

test("an account is still limited there", async () => {
  const knock = door("sign_in", { siteUrl: "https://blog.example" });
  expect(await untilRefused(() => knock("127.0.0.1", { account: "guarded@blog.example" }))).toBe(100);
});

test("calls in process are exempt", async () => {
  const knock = door("sign_in");
  const inProcess = () => knock(undefined as never, { account: "own@blog.example" });
  expect(await untilRefused(inProcess, 30)).toBe(30);
});
