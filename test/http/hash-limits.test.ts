import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import { createActor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";

const ADMIN = { email: "owner@blog.example", password: "the owner's own words" };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const { user } = await signedInUser(app, { email: ADMIN.email, role: "admin" });
  await storePassword(app.context, user.id, await hashPassword(ADMIN.password));
});
afterAll(() => app.close());

const signInAsAdmin = () =>
  createActor(app.fetch, { address: "198.51.100.20" }).post<{ user: { email: string } }>(
    "/auth/v1/token?grant_type=password",
    ADMIN,
  );

test("while one reader sends ninety password changes at once, the admin can sign in", async () => {
  const { token } = await signedInUser(app);
  const reader = createActor(app.fetch, { address: "203.0.113.40", headers: { authorization: `Bearer ${token}` } });
  const storm = Array.from({ length: 90 }, (_, n) => reader.put("/auth/v1/user", { password: `Storm-Password-${n}` }));
  const admin: number[] = [];
  for (let n = 0; n < 4; n++) admin.push((await signInAsAdmin()).status);
  expect(admin).toEqual([200, 200, 200, 200]);
  const statuses = (await Promise.all(storm)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(85);
});

test("sign-ups from one address leave room for a sign-in from another", async () => {
  const crowd = createActor(app.fetch, { address: "203.0.113.41" });
  const storm = Array.from({ length: 60 }, (_, n) =>
    crowd.post("/auth/v1/signup", { email: `crowd-${n}@mail.example`, password: "a fine day for kites" }),
  );
  expect((await signInAsAdmin()).status).toBe(200);
  const statuses = (await Promise.all(storm)).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(429);
});

test("a password can be changed five times an hour, and an invalid one isn't counted", async () => {
  const { token } = await signedInUser(app);
  const reader = createActor(app.fetch, { address: "203.0.113.42", headers: { authorization: `Bearer ${token}` } });
  for (let n = 0; n < 6; n++) expect((await reader.put("/auth/v1/user", { password: "short" })).status).toBe(422);
  for (let n = 0; n < 5; n++) expect((await reader.put("/auth/v1/user", { password: `Another-Password-${n}` })).status).toBe(200);
  const refused = await reader.put<{ error_code: string }>("/auth/v1/user", { password: "Another-Password-6" });
  expect([refused.status, refused.body.error_code]).toEqual([429, "over_request_rate_limit"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
});
