import type { Selectable } from "kysely";
import type { DB, JsonObject } from "../../../db/schema.gen.ts";

/** A row of the users table, as the auth service reads it. */
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

/** How an account signs in: by email only. `role` is for display; permissions don't depend on it. */
export type AppMetadata = { provider: "email"; providers: ["email"]; role: string };

/** A user in GoTrue's format. Times are ISO 8601. */
export type AuthUser = {
  id: string;
  aud: "authenticated";
  role: "authenticated";
  email: string;
  email_confirmed_at?: string;
  phone: "";
  confirmation_sent_at?: string;
  confirmed_at?: string;
  new_email?: string;
  last_sign_in_at?: string;
  app_metadata: AppMetadata;
  user_metadata: JsonObject;
  identities: Identity[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
};

/** An identity in GoTrue's format. Each account has one, its email address. */
type Identity = {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: { email: string; email_verified: boolean; phone_verified: false; sub: string };
  provider: "email";
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string;
};

const iso = (date: Date | null): string | undefined => date?.toISOString();

export const appMetadata = (role: string): AppMetadata => ({ provider: "email", providers: ["email"], role });

/** What users say about themselves. The name always comes from the users table. */
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

/** Presents a user to themselves, in GoTrue's format. The email address becomes an identity once it is confirmed. */
export function presentUser(row: UserRow): AuthUser {
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
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_anonymous: false,
  };
}

/**
 * The answer to a sign-up that waits for the mailed link. It is the same for new and known email addresses, so that nobody learns who
 * has an account: it contains nothing from the database, and its id has no meaning. It always has an identity, because clients
 * understand an empty list as "this address has an account".
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
