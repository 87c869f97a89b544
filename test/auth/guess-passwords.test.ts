// slow: app/domain/auth/ app/http/auth-v1/ app/http/guards/ app/platform/ db/migrations/

import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import { createActor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { stranger } from "./client.ts";
import { lettersTo } from "./mailbox.ts";

type Entry = { action: string; actor_email: string; label: string; entity_id: string; after: Record<string, unknown> };

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let app: TestApp;
/** The clock only moves by `ahead`: how long a password takes to check is no part of a pause. */
const began = Date.now();
let ahead = 0;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(began + ahead) } });
});
afterAll(() => app.close());

const from = (address: string, headers: Record<string, string> = {}) =>
  createActor(app.fetch, { address, headers: { "user-agent": FIREFOX, "x-supabase-api-version": "2024-01-01", ...headers } });
const signInFrom = (address: string, who: { email: string; password: string }) =>
  from(address).post<{ code?: string; message?: string }>("/auth/v1/token?grant_type=password", who);

/** An account with a password whose owner has signed in only once, from 203.0.113.77. */
async function owner(values: { role?: string } = {}) {
  const who = stranger();
  const { user, actor, token } = await signedInUser(app, { email: who.email, ...values });
  await storePassword(app.context, user.id, await hashPassword(who.password));
  return { who, user, actor, token };
}

let places = 0;
/** Wrong passwords, each from another IP address. */
async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    places++;
    const address = `198.18.${places >> 8}.${places & 255}`;
    statuses.push((await signInFrom(address, { email, password: `wrong ${n}` })).status);
  }
  return statuses;
}

const entries = async (search: string) => {
  const admin = await signedInUser(app, { role: "admin" });
  const { status, body, text } = await admin.actor.get<{ items: Entry[] }>(
    `/api/admin/audit?entity=account&search=${encodeURIComponent(search)}`,
  );
  expect(status, text).toBe(200);
  return body.items;
};

test("after ten wrong passwords from anywhere the next attempts must keep growing pauses, for unknown accounts too", async () => {
  const { who } = await owner();
  for (const email of [who.email, stranger().email]) {
    expect(await guess(email, 10)).toEqual(Array(10).fill(400));
    const refused = await signInFrom("198.51.100.1", { email, password: "wrong" });
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      429,
      "over_request_rate_limit",
      "1",
    ]);
    expect(refused.body.message).toBe("Too many wrong passwords. Please wait 1 second and try again.");
    const waits: number[] = [];
    for (let n = 0; n < 9; n++) {
      ahead += 60_000;
      expect(await guess(email, 1)).toEqual([400]);
      waits.push(Number((await signInFrom("198.51.100.1", { email, password: "wrong" })).headers.get("retry-after")));
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60]);
  }
});

test("many attempts at once don't slip through together", async () => {
  const { who } = await owner();
  await guess(who.email, 10);
  ahead += 5000;
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signInFrom(`198.19.0.${n + 1}`, { email: who.email, password: `wrong ${n}` })),
  );
  expect(many.filter(({ status }) => status === 400)).toHaveLength(1);
  expect(many.filter(({ status }) => status === 429)).toHaveLength(19);
});

test("in the meantime the owner can sign in from where they signed in before, and from elsewhere after the pause", async () => {
  const { who } = await owner();
  await guess(who.email, 10);
  expect((await signInFrom("203.0.113.77", who)).status).toBe(200);
  expect((await signInFrom("203.0.113.78", who)).status).toBe(429);
  ahead += 2000;
  expect((await signInFrom("203.0.113.78", who)).status).toBe(200);
});

test("while others send wrong passwords all the time, the owner gets a turn at an address where they never signed in", async () => {
  const { who } = await owner();
  await guess(who.email, 20);
  for (let n = 0; n < 8; n++) {
    ahead += 61_000;
    await signInFrom(`198.51.100.${n}`, { email: who.email, password: "wrong" });
  }
  const hammer = async () => {
    const tries = Array.from({ length: 8 }, (_, n) => signInFrom(`198.51.100.${n}`, { email: who.email, password: "wrong" }));
    return (await Promise.all(tries)).map(({ status }) => status);
  };
  const wait = Number((await signInFrom("203.0.113.90", who)).headers.get("retry-after"));
  expect(wait).toBeLessThanOrEqual(60);
  for (let n = 0; n < wait; n += 5) {
    ahead += 5000;
    expect(await hammer()).toEqual(Array(8).fill(429));
  }
  expect((await signInFrom("203.0.113.90", who)).status).toBe(200);
  ahead += 95_000;
  expect((await hammer()).filter((status) => status === 400)).toHaveLength(1);
});

test("a connection that seems to come through an undeclared proxy counts as an unknown address", async () => {
  const { who, user } = await owner();
  await app.context.db.updateTable("auth_sessions").set({ address: "127.0.0.1" }).where("user_id", "=", user.id).execute();
  await guess(who.email, 10);
  const proxied = from("127.0.0.1", { via: "1.1 proxy" });
  expect((await proxied.post("/auth/v1/token?grant_type=password", who)).status).toBe(429);
});

test("the owner is notified by mail, once a day, without a full address", async () => {
  const { who } = await owner();
  const warnings = async () => (await lettersTo(app, who.email)).filter(({ kind }) => kind === "wrong_passwords");
  await guess(who.email, 9);
  expect(await warnings()).toHaveLength(0);
  await guess(who.email, 1);
  const [mail] = await warnings();
  expect(mail?.text).toContain("Someone entered 10 wrong passwords");
  expect(mail?.text).toContain(`network 198.18.${places >> 8}.0/24`);
  expect(mail?.text).not.toContain(`198.18.${places >> 8}.${places & 255}.`);
  for (let n = 0; n < 3; n++) {
    ahead += 61_000;
    await guess(who.email, 1);
  }
  expect(await warnings()).toHaveLength(1);
  ahead += 86_400_000;
  await guess(who.email, 10);
  expect(await warnings()).toHaveLength(2);
});

test("an attempt refused for coming too soon doesn't reset the ten attempts of an address", async () => {
  const { who } = await owner();
  await guess(who.email, 10);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    ahead += 91_000;
    statuses.push((await signInFrom("198.51.100.7", { email: who.email, password: "wrong" })).status);
    await signInFrom("198.51.100.7", { email: who.email, password: "wrong" });
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test("wrong tries to change the password in one session don't keep the owner from it in another, nor after a mailed link", async () => {
  const { who, user, token } = await owner();
  await app.context.db
    .updateTable("auth_sessions")
    .set({ created_at: new Date(began + ahead - 3_600_000) })
    .where("user_id", "=", user.id)
    .execute();
  const change = async (bearer: string | undefined, wish: { password: string; current_password?: string }) =>
    (await from("203.0.113.40", { authorization: `Bearer ${bearer}` }).put("/auth/v1/user", wish)).status;
  const chosen = "A-Song-Of-My-Own-1";
  for (let n = 0; n < 5; n++) expect(await change(token, { password: chosen, current_password: `guess ${n}` })).toBe(400);
  expect(await change(token, { password: chosen, current_password: who.password })).toBe(429);

  const visitor = from("203.0.113.41");
  await visitor.post("/auth/v1/recover", { email: who.email });
  const letter = (await lettersTo(app, who.email)).find(({ kind }) => kind === "recovery");
  const link = { type: "recovery", token_hash: letter?.token };
  const recovered = (await visitor.post<{ access_token: string }>("/auth/v1/verify", link)).body.access_token;
  for (let n = 0; n < 6; n++) expect(await change(recovered, { password: who.password })).toBe(422);
  const again = await from("203.0.113.42").post<{ access_token: string }>("/auth/v1/token?grant_type=password", who);
  expect(await change(again.body.access_token, { password: chosen, current_password: who.password })).toBe(200);
});

test("the activity log has sign-ins and failures by network and browser, an hour in one entry", async () => {
  const reader = await owner();
  await guess(reader.who.email, 3);
  await signInFrom("203.0.113.5", reader.who);
  await signInFrom("2001:db8:1:2::3", reader.who);
  const [signedIn, failed, ...rest] = await entries(reader.who.email);
  expect(rest).toEqual([]);
  expect(signedIn).toMatchObject({
    action: "signed in",
    actor_email: "(reader)",
    label: reader.who.email,
    entity_id: reader.user.id,
    after: { times: 2, networks: ["203.0.113.0/24", "2001:db8:1::/48"], browsers: ["Firefox on Linux"], ways: ["password"] },
  });
  expect(failed).toMatchObject({
    action: "sign-in failed",
    actor_email: "(nobody)",
    after: { times: 3, browsers: ["Firefox on Linux"] },
  });
  const admin = await owner({ role: "admin" });
  await signInFrom("203.0.113.5", admin.who);
  expect(await entries(admin.who.email)).toMatchObject([{ action: "signed in", actor_email: admin.who.email }]);
  ahead += 3_700_000;
  await signInFrom("203.0.113.5", admin.who);
  expect(await entries(admin.who.email)).toHaveLength(2);
});

test("attempts on unknown addresses are one entry, without the address that was typed", async () => {
  ahead += 3_700_000;
  for (const email of ["alice.unknown@mail.example", "my secret password", "bob@elsewhere.example"])
    await signInFrom("203.0.113.9", { email, password: "wrong" });
  const [entry] = await entries("unknown addresses");
  expect(entry).toMatchObject({
    action: "sign-in failed",
    label: "(unknown addresses)",
    after: { times: 3, networks: ["203.0.113.0/24"], addresses: ["a…@mail.example", "m…", "b…@elsewhere.example"] },
  });
  expect(JSON.stringify(await entries("unknown addresses"))).not.toMatch(/alice|secret/);
});

test("the activity log has recoveries and changed passwords and addresses", async () => {
  const { who } = await owner();
  const visitor = from("203.0.113.30");
  await visitor.post("/auth/v1/recover", { email: who.email });
  const letter = (await lettersTo(app, who.email)).find(({ kind }) => kind === "recovery");
  const { body } = await visitor.post<{ access_token: string }>("/auth/v1/verify", {
    type: "recovery",
    token_hash: letter?.token,
  });
  const signedIn = from("203.0.113.31", { authorization: `Bearer ${body.access_token}` });
  expect((await signedIn.put("/auth/v1/user", { password: "Another-Password-1" })).status).toBe(200);
  const moved = stranger().email;
  expect((await signedIn.put("/auth/v1/user", { email: moved })).status).toBe(200);
  const change = (await lettersTo(app, moved)).find(({ kind }) => kind === "email_change");
  await visitor.post("/auth/v1/verify", { type: "email_change", token_hash: change?.token });
  expect((await entries(who.email)).map(({ action, after }) => [action, after.networks])).toEqual([
    ["email changed", ["203.0.113.0/24"]],
    ["password changed", ["203.0.113.0/24"]],
    ["recovery used", ["203.0.113.0/24"]],
    ["recovery requested", ["203.0.113.0/24"]],
  ]);
  expect((await entries(who.email))[0]?.after.new_addresses).toEqual([moved]);
});

test("others' wrong passwords don't keep out a browser in which the owner signed in before, and what it keeps helps nobody else", async () => {
  const { who } = await owner();
  const visitor = await owner();
  const cookieOf = async (one: { email: string; password: string }) => {
    const { headers } = await signInFrom("192.0.2.10", one);
    const set = headers.get("set-cookie") ?? "";
    expect(set).toMatch(/^known_browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    return set.split(";")[0] ?? "";
  };
  const [cookie, others] = [await cookieOf(who), await cookieOf(visitor.who)];
  await app.context.db.updateTable("auth_sessions").set({ address: null }).execute();
  const signInWith = (sent: string, password = who.password, address = "203.0.113.91") =>
    from(address, { cookie: sent }).post("/auth/v1/token?grant_type=password", { ...who, password });
  expect((await signInWith("known_browser=x", "wrong")).headers.get("set-cookie")).toBeNull();
  await guess(who.email, 12);

  const [name = "", payload = "", signature = ""] = cookie.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub: string };
  const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
  const other = JSON.parse(Buffer.from(others.split(".")[1] ?? "", "base64url").toString()) as { sub: string };
  const forged = [
    others,
    `${others.split(".")[0]}.${encode({ ...other, sub: claims.sub })}.${others.split(".")[2]}`,
    `known_browser=${encode({ alg: "none" })}.${payload}.`,
    `${name}.${payload}.${signature.replace(/^./, (sign) => (sign === "A" ? "B" : "A"))}`,
    `known_browser=${(await signedInUser(app)).token}`,
    "known_browser=",
  ];
  for (const sent of forged) expect((await signInWith(sent)).status, sent).toBe(429);
  expect((await from("203.0.113.91", { authorization: `Bearer ${cookie.split("=")[1]}` }).get("/auth/v1/user")).status).toBe(403);

  expect((await signInWith(cookie)).status).toBe(200);
  await app.context.db.updateTable("auth_sessions").set({ address: null }).execute();
  for (let n = 0; n < 10; n++) expect((await signInWith(cookie, "wrong", `192.0.2.${20 + n}`)).status).toBe(400);
  expect((await signInWith(cookie)).status).toBe(429);
  ahead += 366 * 86_400_000;
  await guess(who.email, 10);
  expect((await signInWith(cookie)).status).toBe(429);
});
