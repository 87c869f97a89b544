import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { FORM_SECONDS_MIN } from "./subscriber-rules.ts";

// Public pages are cached, so the token isn't part of the form: a script asks for it, and without one it is in the page that answers.

async function sign(ctx: Context, time: string): Promise<string> {
  const { secret } = await ctx.db
    .selectFrom("link_secrets")
    .select("secret")
    .where("purpose", "=", "newsletter form")
    .executeTakeFirstOrThrow();
  return createHmac("sha256", secret).update(time).digest("base64url");
}

/** The signed time at which a form was shown. */
export async function issueFormToken(ctx: Context): Promise<string> {
  const time = String(ctx.clock.now().getTime());
  return `${time}.${await sign(ctx, time)}`;
}

const DAY_MS = 86_400_000;

/** ms; null if this site hasn't made it. */
async function ageOf(ctx: Context, token: string): Promise<number | null> {
  const [time = "", signature = ""] = token.split(".");
  const expected = Buffer.from(await sign(ctx, time));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return ctx.clock.now().getTime() - Number(time);
}

const isYoung = (age: number) => age < FORM_SECONDS_MIN * 1000;

/** @throws DomainError form_token without a token, and for one that is too young or too old */
export async function requireFormToken(ctx: Context, token: string): Promise<void> {
  const age = await ageOf(ctx, token);
  if (age === null || isYoung(age) || age > DAY_MS)
    throw new DomainError("conflict", "form_token", "Please wait a moment and send the form again");
}

/** One that is only too young stays. */
export async function renewFormToken(ctx: Context, token: string): Promise<string> {
  const age = await ageOf(ctx, token);
  return age !== null && isYoung(age) ? token : issueFormToken(ctx);
}
