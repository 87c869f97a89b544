import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SubscriberPage } from "../../../app/domain/subscribers/subscriber.ts";
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
