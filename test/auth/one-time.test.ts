import { afterAll, beforeAll, expect, it } from "vitest";
import { issueOneTime, type OneTimeKind, type Proof, redeemOneTime } from "../../app/domain/auth/one-time.ts";
import { buildClock, buildUser } from "../builders.ts";
import { openTestContext } from "../context.ts";

const clock = buildClock();
let test: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  test = await openTestContext({ clock });
});
afterAll(() => test.close());

const HOUR = 3_600_000;

async function issued(kind: OneTimeKind = "recovery") {
  const { id: userId, email } = await buildUser(test.db);
  return { userId, email, kind, ...(await issueOneTime(test.ctx, { userId, kind, email })) };
}
const redeem = (kinds: OneTimeKind[], proof: Proof) =>
  test.db.transaction().execute((db) => redeemOneTime({ ...test.ctx, db }, kinds, proof));
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

it("is six digits and a token, of which only hashes are stored", async () => {
  const { userId, email, code, token } = await issued();
  expect(code).toMatch(/^\d{6}$/);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const row = await test.db.selectFrom("one_time_tokens").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();
  expect(row.email).toBe(email);
  expect(row.code_hash).toHaveLength(32);
  expect(row.link_hash).toHaveLength(32);
  const written = JSON.stringify(row, (_, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
  );
  expect(written).not.toContain(code);
  expect(written).not.toContain(token);
});

it("gives every account a different code, over the whole range", async () => {
  const { userId, email } = await issued();
  const codes = new Set<string>();
  for (let n = 0; n < 50; n++) codes.add((await issueOneTime(test.ctx, { userId, kind: "recovery", email })).code);
  expect(codes.size).toBeGreaterThan(45);
  expect(new Set([...codes].map((code) => code[0])).size).toBeGreaterThan(4);
});

it.each<"link" | "code">(["link", "code"])("is redeemed once by its %s", async (way) => {
  const { userId, email, kind, code, token } = await issued();
  const proof = way === "link" ? { token } : { email: email.toUpperCase(), code };
  expect(await redeem([kind], proof)).toEqual({ userId, kind, email });
  expect(await redeem([kind], proof)).toBeNull();
  expect(await redeem([kind], { token })).toBeNull();
  expect(await redeem([kind], { email, code })).toBeNull();
});

it.each<"link" | "code">(["link", "code"])("is redeemed by one of twenty concurrent uses of its %s", async (way) => {
  const { email, kind, code, token, userId } = await issued();
  const proof = way === "link" ? { token } : { email, code };
  const results = await Promise.all(Array.from({ length: 20 }, () => redeem([kind], proof)));
  expect(results.filter((result) => result !== null)).toEqual([{ userId, kind, email }]);
});

it("is valid for an hour", async () => {
  const first = await issued();
  const second = await issued();
  clock.forward(HOUR - 1);
  expect(await redeem([first.kind], { token: first.token })).not.toBeNull();
  clock.forward(1);
  expect(await redeem([second.kind], { token: second.token })).toBeNull();
  expect(await redeem([second.kind], { email: second.email, code: second.code })).toBeNull();
});

it("is replaced by the next of its kind, and by no other", async () => {
  const { userId, email, code, token } = await issued("magiclink");
  const other = await issueOneTime(test.ctx, { userId, kind: "recovery", email });
  const next = await issueOneTime(test.ctx, { userId, kind: "magiclink", email });
  expect(await redeem(["magiclink"], { token })).toBeNull();
  expect(code === next.code ? null : await redeem(["magiclink"], { email, code })).toBeNull();
  expect(await redeem(["magiclink"], { token: next.token })).not.toBeNull();
  expect(await redeem(["recovery"], { token: other.token })).not.toBeNull();
});

it("stays valid along with the next one when it belongs to a sign-up", async () => {
  const { userId, email, code, token } = await issued("signup");
  const next = await issueOneTime(test.ctx, { userId, kind: "signup", email });
  expect(await redeem(["signup"], { token: next.token })).toMatchObject({ userId });
  expect(await redeem(["signup"], { email, code })).toMatchObject({ userId });
  expect(await redeem(["signup"], { token })).toBeNull();
});

it("leaves one token when two are issued at the same moment", async () => {
  const { userId, email } = await issued();
  const both = await Promise.all([1, 2].map(() => issueOneTime(test.ctx, { userId, kind: "magiclink", email })));
  const results = [];
  for (const { token } of both) results.push(await redeem(["magiclink"], { token }));
  expect(results.filter((result) => result !== null)).toHaveLength(1);
});

it("works only for its purpose", async () => {
  const { kind, email, code, token } = await issued("recovery");
  expect(await redeem(["signup", "magiclink", "invite", "email_change"], { token })).toBeNull();
  expect(await redeem(["signup", "magiclink", "invite", "email_change"], { email, code })).toBeNull();
  expect(await redeem([kind], { token })).not.toBeNull();
});

it("accepts no code after five wrong ones; its link still works", async () => {
  const { kind, email, code, token } = await issued();
  for (let n = 0; n < 4; n++) expect(await redeem([kind], { email, code: wrong(code) })).toBeNull();
  const spare = await issued();
  for (let n = 0; n < 4; n++) await redeem([kind], { email: spare.email, code: wrong(spare.code) });
  expect(await redeem([kind], { email: spare.email, code: spare.code })).not.toBeNull();
  expect(await redeem([kind], { email, code: wrong(code) })).toBeNull();
  expect(await redeem([kind], { email, code })).toBeNull();
  expect(await redeem([kind], { token })).not.toBeNull();
});

it("counts concurrent wrong codes", async () => {
  const { userId, kind, email, code } = await issued();
  const guesses = Array.from({ length: 30 }, () => redeem([kind], { email, code: wrong(code) }));
  expect(await Promise.all(guesses)).toEqual(guesses.map(() => null));
  const row = await test.db
    .selectFrom("one_time_tokens")
    .select("attempts")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  expect(row.attempts).toBe(5);
  expect(await redeem([kind], { email, code })).toBeNull();
});

it("starts a new count with a new code", async () => {
  const { userId, kind, email, code } = await issued();
  for (let n = 0; n < 5; n++) await redeem([kind], { email, code: wrong(code) });
  const next = await issueOneTime(test.ctx, { userId, kind, email });
  expect(await redeem([kind], { email, code: next.code })).not.toBeNull();
});

it("stays valid when its use fails", async () => {
  const { kind, token } = await issued();
  const failing = test.db.transaction().execute(async (db) => {
    await redeemOneTime({ ...test.ctx, db }, [kind], { token });
    throw new Error("no session could be made");
  });
  await expect(failing).rejects.toThrow("no session");
  expect(await redeem([kind], { token })).not.toBeNull();
});

it("refuses what was never issued", async () => {
  expect(await redeem(["recovery"], { token: "f".repeat(64) })).toBeNull();
  expect(await redeem(["recovery"], { token: "" })).toBeNull();
  expect(await redeem(["recovery"], { email: "nobody@blog.example", code: "123456" })).toBeNull();
});
