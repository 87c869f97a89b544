import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { z } from "zod";
import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { findById, lockById } from "../auth.sql.ts";
import { authError, sessionNotFound } from "../auth-errors.ts";
import { FACTOR_NAME_MAX, FACTORS_MAX } from "../auth-rules.ts";
import { encryptSecret } from "./factor-secret.ts";
import { findFactors } from "./factors.sql.ts";
import { requireFreshOwner } from "./require-proof.ts";
import { PARAMETERS } from "./totp.ts";

/** GoTrue's format. */
export const enrolledFactor = z.object({
  id: z.string(),
  type: z.literal("totp"),
  friendly_name: z.string(),
  totp: z.object({
    qr_code: z.string().describe("SVG of the `uri`"),
    secret: z.string().describe("Base32, for authenticator apps without a camera. It is never shown again"),
    uri: z.string().describe("`otpauth://totp/…`"),
  }),
});
type EnrolledFactor = z.infer<typeof enrolledFactor>;

/** As many as SHA-1's result (RFC 4226). */
const SECRET_BYTES = 20;
/** A setup that nobody has finished. */
const UNFINISHED_MS = 3_600_000;

/** @throws DomainError validation_failed */
export function acceptFactorName(typed: string): string {
  const name = typed.trim();
  if (name.length > FACTOR_NAME_MAX)
    throw authError("validation_failed", `friendly_name must have at most ${FACTOR_NAME_MAX} characters`);
  if (/\p{Cc}/u.test(name) || !name.isWellFormed())
    throw authError("validation_failed", "friendly_name must not contain control or broken characters");
  return name;
}

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Replaces an unfinished setup with the same name. @throws DomainError mfa_factor_name_conflict, too_many_enrolled_mfa_factors */
async function makeRoom({ db, clock }: Context, userId: string, name: string): Promise<void> {
  const old = new Date(clock.now().getTime() - UNFINISHED_MS);
  await db
    .deleteFrom("mfa_factors")
    .where("user_id", "=", userId)
    .where("status", "=", "unverified")
    .where((eb) => eb.or([eb("created_at", "<", old), eb("friendly_name", "=", name)]))
    .execute();
  const factors = await findFactors(db, userId);
  if (factors.some(({ friendly_name }) => friendly_name === name))
    throw authError("mfa_factor_name_conflict", `A factor with the friendly name "${name}" for this user already exists`);
  if (factors.filter(({ factor_type }) => factor_type === "totp").length >= FACTORS_MAX)
    throw authError("too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue");
}

/**
 * Begins to set up an authenticator app. The factor counts once a code of it has been verified.
 * @param input `issuer`: what the app shows; the site's name unless given
 * @throws DomainError validation_failed, reauthentication_needed, insufficient_aal, mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 */
export async function enrollFactor(
  ctx: Context,
  actor: SignedIn,
  { name: typed, issuer }: { name: string; issuer: string },
): Promise<EnrolledFactor> {
  const name = acceptFactorName(typed);
  await requireFreshOwner(ctx, actor);
  const user = await findById(ctx.db, actor.id);
  if (!user) throw sessionNotFound();
  const bytes = Buffer.from(ctx.random.hex(SECRET_BYTES), "hex");
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  const uri = new TOTP({ ...PARAMETERS, secret, issuer, label: user.email }).toString();
  const id = uuid(ctx.random.hex(16));
  const encrypted = await encryptSecret(ctx, id, bytes);
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (db) => {
    await lockById(db, actor.id);
    await makeRoom({ ...ctx, db }, actor.id, name);
    await db
      .insertInto("mfa_factors")
      .values({
        id,
        user_id: actor.id,
        factor_type: "totp",
        friendly_name: name,
        status: "unverified",
        secret: encrypted,
        created_at: now,
        updated_at: now,
      })
      .execute();
  });
  const qr_code = renderSVG(uri, { ecc: "M", border: 4, pixelSize: 1 });
  return { id, type: "totp", friendly_name: name, totp: { qr_code, secret: secret.base32, uri } };
}
