import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Subscriber, SubscriberPage, Suppressed } from "../../../app/domain/subscribers/subscriber.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildSubscriber } from "../../builders.ts";

const PATH = "/api/admin/newsletter/subscribers";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(() => app.context.db.deleteFrom("subscribers").execute());

const build = (email: string, values: Parameters<typeof buildSubscriber>[1] = {}) =>
  buildSubscriber(app.context.db, { email, ...values });

describe("the list", () => {
  test("is for admins", async () => {
    const nobody = await app.actors.anonymous.get<ErrorBody>(PATH);
    const reader = await (await signedInUser(app)).actor.get<ErrorBody>(PATH);
    expect([nobody.status, reader.status]).toEqual([401, 403]);
  });

  test("refuses filters that it doesn’t know", async () => {
    for (const query of ["state=gone", "suppressed_for=whim", "sort=words", "page=0", "link_key=x"])
      expect((await admin.get(`${PATH}?${query}`)).status, query).toBe(400);
  });

  test("counts everyone by state and reason, and shows neither link keys nor times of emails", async () => {
    await build("ada@blog.example");
    await build("pending@blog.example", { state: "pending", confirmed_at: null });
    await build("left@blog.example", { state: "left", ended_at: new Date() });
    await build("bounced@blog.example", { state: "suppressed", suppressed_for: "hard bounce", ended_at: new Date() });
    const { body } = await admin.get<SubscriberPage>(`${PATH}?state=confirmed`);
    expect(body.items.map(({ email }) => email)).toEqual(["ada@blog.example"]);
    expect(body.items[0]).not.toHaveProperty("link_key");
    expect(body.items[0]).not.toHaveProperty("mailed_at");
    expect(body.total).toBe(1);
    expect(body.counts).toEqual({
      all: 4,
      confirmed: 1,
      pending: 1,
      left: 1,
      suppressed: 1,
      suppressed_for: { "hard bounce": 1, "soft bounces": 0, complaint: 0, "by hand": 0 },
    });
  });

  test.each([
    ["search=BLOG.example", ["b@blog.example", "a@blog.example"]],
    ["search=%25", []],
    ["search=a%40", ["a@blog.example"]],
    ["sort=email", ["a@blog.example", "b@blog.example", "c@lark.example"]],
    ["sort=created_at&limit=1&page=2", ["b@blog.example"]],
    ["state=suppressed&suppressed_for=complaint", ["b@blog.example"]],
    ["state=left&suppressed_for=complaint", []],
    ["page=9", []],
  ])("answers ?%s", async (query, emails) => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    await build("a@blog.example", { created_at: day(1) });
    const ended = { state: "suppressed", suppressed_for: "complaint", ended_at: day(2) };
    await build("b@blog.example", { created_at: day(2), ...ended });
    await build("c@lark.example", { created_at: day(3) });
    const { body } = await admin.get<SubscriberPage>(`${PATH}?${query}`);
    expect(body.items.map(({ email }) => email)).toEqual(emails);
  });
});

const GONE = { state: "left", ended_at: new Date(Date.UTC(2026, 0, 5)) };
const hardBounce = { state: "suppressed", suppressed_for: "hard bounce", ended_at: new Date() };
const stateOf = async (email: string) => {
  const found = await app.context.db
    .selectFrom("subscribers")
    .select(["state", "suppressed_for", "ended_at", "confirmed_at"])
    .where("email", "=", email)
    .executeTakeFirst();
  return found && [found.state, found.suppressed_for];
};
const labels = async () =>
  (await app.context.db.selectFrom("audit_log").select("label").where("entity", "=", "subscriber").execute()).map(
    ({ label }) => label,
  );

describe("adding by hand", () => {
  const consent_text = "Asked at our reading on March 14.";
  const add = (email: string, text = consent_text) => admin.post<Subscriber & ErrorBody>(PATH, { email, consent_text: text });

  test("refuses what isn’t an address, and a missing statement", async () => {
    for (const email of ["", "ada", "ada@localhost", "a@blog.example, b@blog.example", "ada@blog.example\r\nBcc: x@y.example"])
      expect((await add(email)).status, email).toBe(400);
    for (const text of ["", "   ", "x".repeat(2001)]) expect((await add("ada@blog.example", text)).status).toBe(400);
  });

  test("refuses addresses that left, were suppressed or erased, or wait after having left", async () => {
    await build("left@blog.example", GONE);
    await build("again@blog.example", { ...GONE, state: "pending" });
    await build("bounced@blog.example", hardBounce);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("erased@blog.example")));
    await app.context.db
      .insertInto("erased_subscribers")
      .values({ email_hash: Buffer.from(hash) })
      .execute();
    for (const [email, code] of [
      ["Left@BLOG.example", "has_left"],
      ["again@blog.example", "has_left"],
      ["bounced@blog.example", "suppressed"],
      ["Erased@blog.example", "has_left"],
    ] as const) {
      const { status, body } = await add(email);
      expect([email, status, body.code]).toEqual([email, 409, code]);
    }
    expect(await stateOf("left@blog.example")).toEqual(["left", null]);
    expect(await stateOf("erased@blog.example")).toBeUndefined();
  });

  test("confirms with the statement as the record of consent, once", async () => {
    const { status, body } = await add(" Ada+News@Blog.Example ");
    expect([status, body.email, body.state, body.source, body.consent_text]).toEqual([
      201,
      "Ada+News@blog.example",
      "confirmed",
      "admin",
      consent_text,
    ]);
    const again = await add("ada+news@blog.example");
    expect([again.status, again.body.code]).toEqual([409, "23505"]);
  });

  test("confirms one that is pending", async () => {
    await build("pending@blog.example", { state: "pending", confirmed_at: null, consent_network: "203.0.113.0" });
    const { status, body } = await add("pending@blog.example");
    expect([status, body.state, body.consent_text, body.consent_network]).toEqual([201, "confirmed", consent_text, null]);
  });

  test("adds two equal ones at once only once", async () => {
    const both = await Promise.all([add("twice@blog.example"), add("Twice@blog.example")]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("keeps addresses out of the activity log", async () => {
    await add("grace@blog.example");
    expect(await labels()).toContain("g…@blog.example");
  });
});

describe("suppressing", () => {
  const suppression = (id: string) => `${PATH}/${id}/suppression`;
  const suppress = (id: string, suppressed_for = "by hand") =>
    admin.put<Subscriber & ErrorBody>(suppression(id), { suppressed_for });

  test("refuses an unknown id, an unknown reason and one that left", async () => {
    const { id } = await build("left@blog.example", GONE);
    expect((await suppress(id)).body.code).toBe("has_left");
    expect((await suppress(id, "whim")).status).toBe(400);
    expect((await suppress(crypto.randomUUID())).status).toBe(404);
  });

  test("ends one, and lifting it brings back who was confirmed", async () => {
    const { id } = await build("ada@blog.example");
    expect((await suppress(id)).body).toMatchObject({ state: "suppressed", suppressed_for: "by hand" });
    expect((await admin.delete(suppression(id))).status).toBe(204);
    expect(await stateOf("ada@blog.example")).toEqual(["confirmed", null]);
    expect((await admin.delete(suppression(id))).status).toBe(409);
  });

  test("never confirms by lifting: complaints count as having left, and the unconfirmed are taken off", async () => {
    const { id } = await build("ada@blog.example", { ...hardBounce, suppressed_for: "complaint" });
    await admin.delete(suppression(id));
    expect(await stateOf("ada@blog.example")).toEqual(["left", null]);
    const pending = await build("pending@blog.example", { state: "pending", confirmed_at: null });
    await suppress(pending.id);
    await admin.delete(suppression(pending.id));
    expect(await stateOf("pending@blog.example")).toBeUndefined();
  });

  test("takes pasted addresses from any text, and leaves those alone that left", async () => {
    await build("ada@blog.example");
    await build("left@blog.example", GONE);
    const text = "Undelivered mail\n<ADA@blog.example>: 550 5.1.1 no such user.\nnew@lark.example;left@blog.example\nsee above";
    const list = { text, suppressed_for: "hard bounce" };
    const { status, body } = await admin.post<Suppressed>("/api/admin/newsletter/suppressions", list);
    expect([status, body]).toEqual([200, { suppressed: 2, unchanged: 1, not_addresses: ["Undelivered mail", "see above"] }]);
    expect(await stateOf("ada@blog.example")).toEqual(["suppressed", "hard bounce"]);
    expect(await stateOf("new@lark.example")).toEqual(["suppressed", "hard bounce"]);
    expect(await stateOf("left@blog.example")).toEqual(["left", null]);
    expect((await admin.post("/api/admin/newsletter/suppressions", { ...list, text: "nobody" })).status).toBe(400);
  });
});

describe("the export", () => {
  test("is for admins", async () => {
    expect((await app.actors.anonymous.get(`${PATH}.csv`)).status).toBe(401);
  });

  test("has every subscriber once, in UTF-8 with its mark, and defuses formulas", async () => {
    const consent_text = '=HYPERLINK("https://x.example")\nü';
    await build("+ada@blog.example", { consent_text });
    await build("left@blog.example", GONE);
    const answer = await admin.get(`${PATH}.csv`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/);
    const text = answer.text;
    expect(text.match(/^\ufeff?email,state,suppressed_for,/)).not.toBeNull();
    expect(text).toContain(`'+ada@blog.example,confirmed,`);
    expect(text).toContain(`"'=HYPERLINK(""https://x.example"")\nü"`);
    expect(text.match(/@blog\.example,/g)).toHaveLength(2);
    expect((await admin.get(`${PATH}.csv?state=left`)).text.match(/@blog\.example,/g)).toHaveLength(1);
  });
});

test("erasing leaves only a hash, by which nobody adds the address again", async () => {
  const { id } = await build("Ada@blog.example");
  expect((await admin.delete(`${PATH}/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await admin.delete(`${PATH}/${id}`)).status).toBe(204);
  expect(await stateOf("Ada@blog.example")).toBeUndefined();
  const again = await admin.post<ErrorBody>(PATH, { email: "ada@blog.example", consent_text: "Asked." });
  expect([again.status, again.body.code]).toEqual([409, "has_left"]);
});
