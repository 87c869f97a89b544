import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminUser, type InvitationLink, LAST_ADMIN } from "../../../app/domain/users/user.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildClock } from "../../builders.ts";

const PATH = "/api/admin/users";
const HOUR = 3_600_000;
const clock = buildClock(new Date());

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp({ clock });
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

type Invited = { user: AdminUser; invitation: InvitationLink };
let made = 0;
const somebody = (values: object = {}) => ({ full_name: "Ada Byron", email: `ada-${++made}@blog.test`, role: "user", ...values });
const invite = async (values: object = {}) => (await admin.post<Invited>(PATH, somebody(values))).body;
const tokenOf = (link: string) => new URL(link).searchParams.get("token_hash") ?? "";
const accept = (link: string) =>
  app.actors.anonymous.post<{ access_token: string; error_code?: string }>("/auth/v1/verify", {
    type: "invite",
    token_hash: tokenOf(link),
  });
const look = async (link: string) =>
  (await app.actors.anonymous.post<{ invited: unknown }>("/api/invitations/check", { token: tokenOf(link) })).body.invited;
const mailsTo = (email: string) =>
  app.context.db
    .selectFrom("outbox")
    .select(["kind", "link", "body_text", "useful_until"])
    .where("recipient", "=", email)
    .execute();
const listed = async (id: string) =>
  (await admin.get<{ items: AdminUser[] }>(`${PATH}?limit=100`)).body.items.find((user) => user.id === id);

test("an invited user has an account without a password, a mail, and a link that is shown once", async () => {
  const { user, invitation } = await invite({ role: "admin", email: "Grace@Blog.test" });
  expect(user).toMatchObject({ email: "grace@blog.test", role: "admin", state: "invited", last_sign_in_at: null });
  expect(invitation.mailed).toBe(true);
  expect(new Date(invitation.expires_at).getTime() - clock.now().getTime()).toBe(72 * HOUR);
  expect(user.invited_until).toBe(invitation.expires_at);
  const [mail, ...more] = await mailsTo("grace@blog.test");
  expect([mail?.kind, mail?.link, more]).toEqual(["invite", invitation.link, []]);
  expect(mail?.body_text).toContain("within 72 hours");
  expect((mail?.useful_until.getTime() ?? 0) - Date.now()).toBeGreaterThan(71 * HOUR);
  const hashes = await app.context.db.selectFrom("user_passwords").select("hash").where("user_id", "=", user.id).execute();
  expect(hashes).toEqual([]);
  const [entry] = await app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", user.id).execute();
  expect(entry).toMatchObject({ action: "invited", entity: "user", label: "grace@blog.test", after: { role: "admin" } });
  expect(JSON.stringify(entry)).not.toContain(tokenOf(invitation.link));
});

test("the link says whom it invites, lets them in once, and the invitation is over", async () => {
  const { user, invitation } = await invite();
  expect(await look(invitation.link)).toEqual({ email: user.email, full_name: "Ada Byron" });
  const { status, body } = await accept(invitation.link);
  expect(status).toBe(200);
  const token = { authorization: `Bearer ${body.access_token}` };
  const choice = { password: "larks over the field", data: { full_name: "Ada King" } };
  expect(
    (
      await app.actors.anonymous.send("PUT", "/auth/v1/user", {
        body: JSON.stringify(choice),
        headers: { ...token, "content-type": "application/json" },
      })
    ).status,
  ).toBe(200);
  expect(await listed(user.id)).toMatchObject({ state: "active", full_name: "Ada King", invited_until: null });
  const login = { email: user.email, password: "larks over the field" };
  expect((await app.actors.anonymous.post("/auth/v1/token?grant_type=password", login)).status).toBe(200);
  expect((await accept(invitation.link)).body.error_code).toBe("otp_expired");
  expect(await look(invitation.link)).toBeNull();
  const again = await admin.post<ErrorBody>(`${PATH}/${user.id}/invitation`, { mail: true });
  expect([again.status, again.body.code]).toEqual([409, "not_invited"]);
  expect((await admin.delete(`${PATH}/${user.id}/invitation`)).status).toBe(409);
});

test("after 72 hours it doesn't work", async () => {
  const { user, invitation } = await invite();
  clock.forward(72 * HOUR - 1000);
  expect(await look(invitation.link)).not.toBeNull();
  clock.forward(1000);
  expect(await look(invitation.link)).toBeNull();
  expect((await accept(invitation.link)).body.error_code).toBe("otp_expired");
  admin = (await signedInUser(app, { role: "admin" })).actor;
  expect(await listed(user.id)).toMatchObject({ state: "invited", invited_until: null });
});

test("another invitation replaces the previous one, by mail or as a link only", async () => {
  const { user, invitation: first } = await invite();
  const second = (await admin.post<InvitationLink>(`${PATH}/${user.id}/invitation`, { mail: true })).body;
  expect(await mailsTo(user.email)).toHaveLength(2);
  const third = await admin.post<InvitationLink>(`${PATH}/${user.id}/invitation`, { mail: false });
  expect([third.status, third.body.mailed]).toEqual([201, false]);
  expect(await mailsTo(user.email)).toHaveLength(2);
  expect(new Set([first.link, second.link, third.body.link]).size).toBe(3);
  for (const { link } of [first, second]) expect((await accept(link)).body.error_code).toBe("otp_expired");
  expect((await accept(third.body.link)).status).toBe(200);
});

test("a revoked invitation doesn't work, nor does any other mail, until there is a new one", async () => {
  const { user, invitation } = await invite();
  expect((await admin.delete(`${PATH}/${user.id}/invitation`)).status).toBe(204);
  expect((await admin.delete(`${PATH}/${user.id}/invitation`)).status).toBe(204);
  expect(await look(invitation.link)).toBeNull();
  expect((await accept(invitation.link)).body.error_code).toBe("otp_expired");
  const { email } = user;
  await app.actors.anonymous.post("/auth/v1/recover", { email });
  await app.actors.anonymous.post("/auth/v1/otp", { email, create_user: true });
  await app.actors.anonymous.post("/auth/v1/resend", { email, type: "signup" });
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["invite"]);
  await app.actors.anonymous.post("/auth/v1/signup", { email, password: "an intruder's own" });
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["invite", "account_exists"]);
  const actions = await app.context.db
    .selectFrom("audit_log")
    .select("action")
    .where("entity_id", "=", user.id)
    .orderBy("id")
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(["invited", "invitation revoked"]);
  const renewed = (await admin.post<InvitationLink>(`${PATH}/${user.id}/invitation`, { mail: false })).body;
  expect((await accept(renewed.link)).status).toBe(200);
});

test("a deactivated user can't accept, and isn't invited again before they are reactivated", async () => {
  const { user, invitation } = await invite();
  await admin.patch(`${PATH}/${user.id}`, { is_active: false });
  expect(await look(invitation.link)).toBeNull();
  expect((await accept(invitation.link)).status).toBeGreaterThanOrEqual(400);
  expect((await admin.post(`${PATH}/${user.id}/invitation`, { mail: true })).status).toBe(409);
  await admin.patch(`${PATH}/${user.id}`, { is_active: true });
  expect((await accept(invitation.link)).status).toBe(200);
});

test("of several who accept at the same moment one succeeds", async () => {
  const { invitation } = await invite();
  const answers = await Promise.all(Array.from({ length: 6 }, () => accept(invitation.link)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("every wrong field is named with its rule, and a taken address is a conflict", async () => {
  const { status, body } = await admin.post<ErrorBody>(PATH, { full_name: " ", email: "nobody", role: "owner" });
  expect([status, body.details]).toEqual([
    400,
    [
      { field: "full_name", rule: "Full name is required" },
      { field: "email", rule: "Enter an email address like name@example.com" },
      { field: "role", rule: "Role must be user or admin" },
    ],
  ]);
  const { user } = await invite();
  const taken = await admin.post<ErrorBody>(PATH, somebody({ email: user.email.toUpperCase() }));
  expect([taken.status, taken.body.code, taken.body.message]).toEqual([
    409,
    "23505",
    "A user with this email address already exists",
  ]);
  expect((await admin.post<ErrorBody>(`${PATH}/${crypto.randomUUID()}/invitation`, { mail: true })).status).toBe(404);
});

test("an invited admin doesn't allow the last active one to leave", async () => {
  const alone = await createTestApp();
  const { user, actor } = await signedInUser(alone, { role: "admin" });
  await actor.post(PATH, somebody({ role: "admin" }));
  const { status, body } = await actor.delete<ErrorBody>(`${PATH}/${user.id}`);
  expect([status, body.message]).toEqual([409, LAST_ADMIN]);
  await alone.close();
});

test("the admin's address is notified of new users: confirmed, signed up at once, or invited and accepted", async () => {
  const notices = async () =>
    (await app.context.db.selectFrom("admin_notices").select(["kind", "title"]).orderBy("id").execute()).map(
      ({ title }) => title,
    );
  const before = (await notices()).length;
  const { invitation } = await invite({ full_name: "Mary Somerville" });
  expect(await notices()).toHaveLength(before);
  await accept(invitation.link);
  expect((await notices()).slice(before)).toEqual(["New user: Mary Somerville"]);

  const email = "new.reader@blog.test";
  await app.actors.anonymous.post("/auth/v1/signup", { email, password: "larks over the field" });
  expect(await notices()).toHaveLength(before + 1);
  const [mail] = await mailsTo(email);
  const proof = { type: "signup", token_hash: tokenOf(mail?.link ?? "") };
  expect((await app.actors.anonymous.post("/auth/v1/verify", proof)).status).toBe(200);
  expect((await notices()).slice(before + 1)).toEqual([`New user: ${email}`]);
  const [notice] = await app.context.db.selectFrom("outbox").select("recipient").where("kind", "=", "admin_notices").execute();
  expect(notice?.recipient).toBe(app.settings.get().adminEmail);
});
