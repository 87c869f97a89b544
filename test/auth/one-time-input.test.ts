import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMAIL_REQUESTED, requestEmail } from "../../app/domain/auth/send-one-time.ts";
import { withStatementLog } from "../../app/platform/database/statement-log.ts";
import { startJobs } from "../../app/platform/jobs.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildUser } from "../builders.ts";
import { openPostOffice, SITE } from "../mail/post-office.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const email = "reader@mail.example";
const token_hash = "a".repeat(64);

const BAD: [path: string, body: unknown, status: number, code: string, message: string][] = [
  ["otp", {}, 400, "validation_failed", "One of email or phone must be set"],
  ["otp", { phone: "+4912345" }, 400, "phone_provider_disabled", "Unsupported phone provider"],
  ["otp", { email: "reader" }, 400, "validation_failed", "Unable to validate email address: invalid format"],
  [
    "otp",
    { email: `${email}\r\nBcc: all@mail.example` },
    400,
    "validation_failed",
    "Unable to validate email address: invalid format",
  ],
  ["otp", { email: 7 }, 400, "validation_failed", "email must be a text"],
  ["otp", { email, create_user: "yes" }, 400, "validation_failed", "create_user must be true or false"],
  ["otp", { email, data: [] }, 400, "validation_failed", "data must be an object"],
  ["otp", [], 400, "bad_json", "Could not parse request body as JSON"],
  ["recover", {}, 400, "validation_failed", "Password recovery requires an email"],
  ["recover", { email: "a@b, c@d" }, 400, "validation_failed", "Unable to validate email address: invalid format"],
  ["recover", "text", 400, "bad_json", "Could not parse request body as JSON"],
  ["resend", { email }, 400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change"],
  [
    "resend",
    { email, type: "recovery" },
    400,
    "validation_failed",
    "Missing one of these types: signup, email_change, sms, phone_change",
  ],
  ["resend", { type: "signup" }, 400, "validation_failed", "Type provided requires an email address"],
  ["resend", { type: "sms", phone: "+4912345" }, 400, "phone_provider_disabled", "Unsupported phone provider"],
  ["verify", {}, 400, "validation_failed", "Verify requires a verification type"],
  ["verify", { type: "signup" }, 400, "validation_failed", "Verify requires either a token or a token hash"],
  ["verify", { type: "signup", email }, 400, "validation_failed", "Verify requires either a token or a token hash"],
  [
    "verify",
    { type: "signup", token: "123456" },
    400,
    "validation_failed",
    "Only an email address or phone number should be provided on verify",
  ],
  ["verify", { type: "signup", token_hash, email }, 400, "validation_failed", "Only the token_hash and type should be provided"],
  ["verify", { type: "constructor", token_hash }, 400, "validation_failed", "Unsupported verification type"],
  ["verify", { type: "sms", phone: "+4912345", token: "123456" }, 400, "phone_provider_disabled", "Unsupported phone provider"],
  ["verify", { type: ["signup"], token_hash }, 400, "validation_failed", "type must be a text"],
  ["verify", { type: "signup", token_hash }, 403, "otp_expired", "Email link is invalid or has expired"],
  ["verify", { type: "signup", token_hash: "\0" }, 403, "otp_expired", "Email link is invalid or has expired"],
  ["verify", { type: "email", email, token: "123456" }, 403, "otp_expired", "Token has expired or is invalid"],
];

describe.each(BAD)("POST /auth/v1/%s with %j", (path, body, status, code, message) => {
  it(`is refused: ${code}`, async () => {
    const old = await app.actors.anonymous.post(`/auth/v1/${path}`, body);
    expect([old.status, old.body]).toEqual([status, { code: status, error_code: code, msg: message }]);
    const fresh = await app.actors.anonymous.post(`/auth/v1/${path}`, body, { "x-supabase-api-version": "2024-01-01" });
    expect([fresh.status, fresh.body]).toEqual([status, { code, message }]);
  });
});

it("does the same for an address with an account as for one without", async () => {
  const office = await openPostOffice();
  const jobs = await startJobs({
    pool: office.pool,
    connection: office.database.config,
    names: [EMAIL_REQUESTED],
    log: office.base.log,
  });
  try {
    await buildUser(office.db, { email: "known@mail.example", email_confirmed_at: new Date() });
    const context = { ...office.base, jobs };
    const ask = (who: string) =>
      withStatementLog(async () => {
        await requestEmail(context, { kind: "recovery", email: who }, { site: SITE });
        const wish = { kind: "magiclink" as const, create: true, metadata: {}, fullName: null };
        await requestEmail(context, { ...wish, email: who }, { site: SITE });
      });
    await ask("first@mail.example");
    const known = await ask("known@mail.example");
    const unknown = await ask("unknown@mail.example");
    expect(known.statements).toHaveLength(2);
    expect(known.statements).toEqual(unknown.statements);
  } finally {
    await jobs.stop();
    await office.close();
  }
});
