import type { Selectable } from "kysely";
import { z } from "zod";
import type { DB, JsonObject } from "../../../db/schema.gen.ts";

export type UserRow = Pick<
  Selectable<DB["users"]>,
  | "id"
  | "email"
  | "full_name"
  | "role"
  | "is_active"
  | "email_confirmed_at"
  | "last_sign_in_at"
  | "user_metadata"
  | "pending_email"
  | "invited_at"
  | "created_at"
  | "updated_at"
>;

const date = z.string().meta({ format: "date-time" });

/** GoTrue's format. Each account has one, its email address. */
export const authIdentity = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  identity_data: z.object({
    email: z.string(),
    email_verified: z.boolean(),
    phone_verified: z.literal(false),
    sub: z.string(),
  }),
  provider: z.literal("email"),
  last_sign_in_at: date.nullable(),
  created_at: date,
  updated_at: date,
  email: z.string(),
});
type Identity = z.infer<typeof authIdentity>;

export type FactorRow = Pick<
  Selectable<DB["mfa_factors"]>,
  "id" | "factor_type" | "friendly_name" | "status" | "created_at" | "updated_at" | "last_challenged_at"
>;

/** GoTrue's format. */
export const authFactor = z.object({
  id: z.string(),
  friendly_name: z.string().optional(),
  factor_type: z.enum(["totp", "recovery_code"]),
  status: z.enum(["unverified", "verified"]),
  created_at: date,
  updated_at: date,
  last_challenged_at: date.optional(),
});
type AuthFactor = z.infer<typeof authFactor>;

/** GoTrue's format. Times are ISO 8601. */
export const authUser = z.object({
  id: z.string(),
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  email: z.string(),
  email_confirmed_at: date.optional(),
  phone: z.literal(""),
  confirmation_sent_at: date.optional(),
  confirmed_at: date.optional(),
  new_email: z.string().optional().describe("An email address that waits to be confirmed"),
  last_sign_in_at: date.optional(),
  app_metadata: z
    .object({ provider: z.literal("email"), providers: z.array(z.literal("email")), role: z.string() })
    .describe("`role` is for display: `user` or `admin`"),
  user_metadata: z.record(z.string(), z.unknown()).describe("What the user says about themselves, including `full_name`"),
  identities: z.array(authIdentity),
  factors: z.array(authFactor).optional().describe("For two-step sign-in; absent if there are none"),
  created_at: date,
  updated_at: date,
  is_anonymous: z.literal(false),
});
export type AuthUser = z.infer<typeof authUser>;

const iso = (date: Date | null): string | undefined => date?.toISOString();

/** `role` is for display; permissions don't depend on it. */
export const appMetadata = (role: string): AuthUser["app_metadata"] => ({ provider: "email", providers: ["email"], role });

/** The name always comes from the users table. */
export function userMetadata({ user_metadata, full_name }: Pick<UserRow, "user_metadata" | "full_name">): JsonObject {
  const { full_name: _, ...written } = user_metadata as JsonObject;
  return full_name === null ? written : { ...written, full_name };
}

function identityOf(row: UserRow): Identity {
  const { id, email } = row;
  return {
    identity_id: id,
    id,
    user_id: id,
    identity_data: { email, email_verified: row.email_confirmed_at !== null, phone_verified: false, sub: id },
    provider: "email",
    last_sign_in_at: iso(row.last_sign_in_at) ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    email,
  };
}

function presentFactor(row: FactorRow): AuthFactor {
  const challenged = iso(row.last_challenged_at);
  return {
    id: row.id,
    ...(row.friendly_name !== "" && { friendly_name: row.friendly_name }),
    factor_type: row.factor_type as AuthFactor["factor_type"],
    status: row.status as AuthFactor["status"],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(challenged !== undefined && { last_challenged_at: challenged }),
  };
}

/** GoTrue's format. The email address becomes an identity once it is confirmed. */
export function presentUser(row: UserRow, factors: FactorRow[] = []): AuthUser {
  const confirmed = iso(row.email_confirmed_at);
  const signedIn = iso(row.last_sign_in_at);
  return {
    id: row.id,
    aud: "authenticated",
    role: "authenticated",
    email: row.email,
    phone: "",
    ...(confirmed !== undefined && { email_confirmed_at: confirmed, confirmed_at: confirmed }),
    ...(row.pending_email !== null && { new_email: row.pending_email }),
    ...(signedIn !== undefined && { last_sign_in_at: signedIn }),
    app_metadata: appMetadata(row.role),
    user_metadata: userMetadata(row),
    identities: confirmed === undefined ? [] : [identityOf(row)],
    ...(factors.length > 0 && { factors: factors.map(presentFactor) }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_anonymous: false,
  };
}

/**
 * The same for new and known email addresses, so that nobody learns who has an account. It has an identity, because clients understand an
 * empty list as "this address has an account".
 */
export function presentPending(made: { id: string; email: string; metadata: JsonObject; now: Date }): AuthUser {
  const now = made.now.toISOString();
  const { id, email } = made;
  const identity: Identity = {
    identity_id: id,
    id,
    user_id: id,
    identity_data: { email, email_verified: false, phone_verified: false, sub: id },
    provider: "email",
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: appMetadata("user"),
    user_metadata: made.metadata,
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
