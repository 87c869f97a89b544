import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { signAccessToken } from "../../app/domain/auth/access-tokens.ts";
import { findById } from "../../app/domain/auth/auth.sql.ts";
import { currentKeys } from "../../app/domain/auth/keys.ts";
import type { Context } from "../../app/domain/context.ts";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token like `token`, signed with another key that has the id of ours. */
export async function withForeignKey(token: string): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return new SignJWT(decodeJwt(token)).setProtectedHeader({ ...decodeProtectedHeader(token), alg: "ES256" }).sign(privateKey);
}

/** A token like `token` that claims to need no signature. */
export const withoutSignature = (token: string): string =>
  `${part({ ...decodeProtectedHeader(token), alg: "none" })}.${part(decodeJwt(token))}.`;

/** A token like `token`, signed with our public key as a shared secret. */
export async function withPublicKeyAsSecret(ctx: Context, token: string): Promise<string> {
  const { jwks } = await currentKeys(ctx);
  const header = { ...decodeProtectedHeader(token), alg: "HS256" };
  return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(new TextEncoder().encode(JSON.stringify(jwks.keys[0])));
}

/** A token that contains its own key, in the header `jwk`. */
export async function withOwnKeyInside(token: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const header = { alg: "ES256", typ: "JWT", jwk: await exportJWK(publicKey) };
  return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey);
}

/** The token with other claims under the same signature. */
export function withOtherClaims(token: string, claims: JWTPayload): string {
  const [header, , signature] = token.split(".");
  return `${header}.${part({ ...decodeJwt(token), ...claims })}.${signature}`;
}

/** A token of ours that expired an hour ago. */
export async function expired(ctx: Context, token: string): Promise<string> {
  const { sub = "", session_id } = decodeJwt(token);
  const row = await findById(ctx.db, sub);
  if (!row) throw new Error("The token is nobody's");
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000) - 7200;
  const began = { method: "password", at: new Date(issuedAt * 1000) };
  return signAccessToken(ctx, row, String(session_id), { issuedAt, began });
}
