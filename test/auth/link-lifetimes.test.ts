import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signIn } from "../app/signed-in.ts";
import { buildUser } from "../builders.ts";
import { createClient, createStorage, stranger } from "./client.ts";
import { type Letter, letterTo } from "./mailbox.ts";

const HOUR = 3_600_000;

let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
let byHand: TestApp;
let byMail: TestApp;
beforeAll(async () => {
  [byHand, byMail] = await Promise.all([createTestApp({ clock, sendsMail: false }), createTestApp({ clock })]);
});
afterAll(() => Promise.all([byHand.close(), byMail.close()]));

/** Creates a mail of a kind. @returns the mail, and a function that says whether its link still works after so many hours */
const WAYS = {
  signup: async (app: TestApp) => {
    const who = stranger();
    await createClient(app, createStorage()).signUp(who);
    return letterTo(app, who.email);
  },
  email_change: async (app: TestApp) => {
    const who = stranger();
    const client = createClient(app, createStorage());
    await client.signUp(who);
    const { token } = await letterTo(app, who.email);
    await client.verifyOtp({ token_hash: token, type: "signup" });
    const { email } = stranger();
    expect((await client.updateUser({ email })).error).toBeNull();
    return letterTo(app, email);
  },
  recovery: async (app: TestApp) => {
    const { email } = await buildUser(app.context.db, { email: stranger().email, email_confirmed_at: new Date() });
    await createClient(app, createStorage()).resetPasswordForEmail(email);
    return letterTo(app, email);
  },
  magiclink: async (app: TestApp) => {
    const { email } = await buildUser(app.context.db, { email: stranger().email, email_confirmed_at: new Date() });
    await createClient(app, createStorage()).signInWithOtp({ email });
    return letterTo(app, email);
  },
  invite: async (app: TestApp) => {
    const admin = await buildUser(app.context.db, { role: "admin", email_confirmed_at: new Date() });
    const { email } = stranger();
    const { actor } = await signIn(app, admin.id);
    expect((await actor.post("/api/admin/users", { email, full_name: "Ada", role: "user" })).status).toBe(201);
    return letterTo(app, email);
  },
};

it.each<[keyof typeof WAYS, "by hand" | "by mail", number, string]>([
  ["signup", "by hand", 72, "72 hours"],
  ["email_change", "by hand", 72, "72 hours"],
  ["recovery", "by hand", 24, "24 hours"],
  ["magiclink", "by hand", 24, "24 hours"],
  ["invite", "by hand", 72, "72 hours"],
  ["signup", "by mail", 1, "one hour"],
  ["email_change", "by mail", 1, "one hour"],
  ["recovery", "by mail", 1, "one hour"],
  ["magiclink", "by mail", 1, "one hour"],
  ["invite", "by mail", 72, "72 hours"],
])("a link of the kind %s, passed on %s, works for %i hours, as its text says", async (type, way, hours, said) => {
  const app = way === "by hand" ? byHand : byMail;
  ahead = 0;
  const [inTime, late] = [await WAYS[type](app), await WAYS[type](app)];
  const byCode = way === "by hand" ? "The link and the code work once" : "The link works once";
  expect(inTime.text).toContain(`${type === "invite" ? "The link works once" : byCode}, within ${said}`);
  const use = async (token: string) =>
    (await createClient(app, createStorage()).verifyOtp({ token_hash: token, type })).error?.code ?? "worked";
  ahead = hours * HOUR - 60_000;
  expect(await use(inTime.token)).toBe("worked");
  ahead = hours * HOUR + 1000;
  expect(await use(late.token)).toBe("otp_expired");
});

it.each<[keyof typeof WAYS]>([["signup"], ["email_change"], ["recovery"], ["magiclink"]])(
  "the code of a mail of the kind %s works for ten minutes, as its text says",
  async (type) => {
    const use = async ({ code, to }: Letter) =>
      (await createClient(byMail, createStorage()).verifyOtp({ email: to, token: code, type })).error?.code ?? "worked";
    ahead = 0;
    const [inTime, late] = [await WAYS[type](byMail), await WAYS[type](byMail)];
    expect(inTime.text).toContain("The link works once, within one hour, and the code once, within ten minutes.");
    ahead = 10 * 60_000 + 1000;
    expect(await use(late)).toBe("otp_expired");
    ahead = 9 * 60_000;
    expect(await use(inTime)).toBe("worked");
  },
);

it("an invitation has a link and no code, because nobody waits for it", async () => {
  ahead = 0;
  const letter = await WAYS.invite(byMail);
  expect([letter.code, /\b\d{6}\b/.test(letter.text)]).toEqual(["", false]);
});

it("a code that is passed on by an admin is valid for 24 hours", async () => {
  ahead = 0;
  const { email, id } = await buildUser(byHand.context.db, { email: stranger().email, email_confirmed_at: new Date() });
  const { actor } = await signIn(byHand, id);
  expect((await actor.get("/auth/v1/reauthenticate")).status).toBe(200);
  expect((await letterTo(byHand, email)).text).toContain("The code works once, within 24 hours.");
  const { created_at, expires_at } = await byHand.context.db
    .selectFrom("one_time_tokens")
    .select(["created_at", "expires_at"])
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(expires_at.getTime() - created_at.getTime()).toBe(24 * HOUR);
});
