import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { Context } from "../../context.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

async function keyOf({ db }: Pick<Context, "db">): Promise<Buffer> {
  const { secret } = await db
    .selectFrom("link_secrets")
    .select("secret")
    .where("purpose", "=", "factors")
    .executeTakeFirstOrThrow();
  return Buffer.from(hkdfSync("sha256", secret, "", "factor secret", 32));
}

/** The id belongs to what is encrypted: a secret that is copied to another factor can't be read there. */
export async function encryptSecret(ctx: Context, factorId: string, secret: Buffer): Promise<Buffer> {
  const nonce = Buffer.from(ctx.random.hex(NONCE_BYTES), "hex");
  const cipher = createCipheriv(CIPHER, await keyOf(ctx), nonce).setAAD(Buffer.from(factorId));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws Error if it was encrypted for another factor, or by another site */
export async function decryptSecret(ctx: Pick<Context, "db">, factorId: string, stored: Buffer): Promise<Buffer> {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const tag = stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, await keyOf(ctx), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(factorId))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
