import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const VERSION = "x-supabase-api-version";
const signUp = (password: string, headers: Record<string, string> = {}) =>
  app.actors.anonymous.post("/auth/v1/signup", { email: "a@mail.example", password }, headers);
const signIn = (headers: Record<string, string>) =>
  app.actors.anonymous.post("/auth/v1/token?grant_type=password", { email: "a@mail.example", password: "nothing" }, headers);

test("since 2024-01-01 the code is in `code`, and the answer says so", async () => {
  for (const version of ["2024-01-01", "2024-06-30", "2031-01-01"]) {
    const { status, body, headers } = await signIn({ [VERSION]: version });
    expect([status, body]).toEqual([400, { code: "invalid_credentials", message: "Invalid login credentials" }]);
    expect([headers.get(VERSION), headers.get("x-sb-error-code")]).toEqual(["2024-01-01", "invalid_credentials"]);
  }
  const weak = await signUp("short", { [VERSION]: "2024-01-01" });
  expect([weak.status, weak.body]).toEqual([
    422,
    { code: "weak_password", message: "Password must be at least 6 characters long", weak_password: { reasons: ["length"] } },
  ]);
});

test("before, `code` is the status", async () => {
  for (const headers of [{}, { [VERSION]: "2015-01-01" }, { [VERSION]: "latest" }, { [VERSION]: "2024-13-99" }]) {
    const { status, body, headers: sent } = await signIn(headers as Record<string, string>);
    expect([status, body]).toEqual([400, { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" }]);
    expect([sent.get(VERSION), sent.get("x-sb-error-code")]).toEqual([null, "invalid_credentials"]);
  }
  expect((await signUp("short")).body).toEqual({
    code: 422,
    error_code: "weak_password",
    msg: "Password must be at least 6 characters long",
    weak_password: { reasons: ["length"] },
  });
});

test("settings say what a client may offer, health that the service responds", async () => {
  const settings = await app.actors.anonymous.get<{ external: object }>("/auth/v1/settings");
  expect(settings.body).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
  });
  const health = await app.actors.anonymous.get("/auth/v1/health");
  expect(health.body).toEqual({ version: expect.any(String), name: "GoTrue", description: expect.any(String) });
});
