import { basePath } from "../../base-path.ts";
import type { Grant } from "../../domain/users/grants/grant-rules.ts";
import { rememberLook } from "../../ui/theme/theme-choice.ts";

/** All sites of a host share local storage. The auth client owns the value. */
export const SESSION_KEY = `skylark.session${basePath()}`;

type Role = "user" | "admin";
/** Grants nothing, because the server checks the token. */
export type Person = { id: string; email: string; name: string; role: Role; grants: Grant[] };

export type KnownUser = {
  id: string;
  email?: string | undefined;
  user_metadata?: Record<string, unknown>;
  app_metadata?: Record<string, unknown>;
};

/** `name` is empty if there is none. */
export function personOf({ id, email = "", user_metadata, app_metadata }: KnownUser): Person {
  const name = user_metadata?.full_name;
  const role = app_metadata?.role === "admin" ? "admin" : "user";
  // Tokens don't name grants: the profile does.
  return { id, email, name: typeof name === "string" ? name : "", role, grants: [] };
}

export type StoredSession = {
  access_token?: string;
  refresh_token?: string;
  expires_at?: number;
  expires_in?: number;
  user?: KnownUser;
};

/** Empty if there is none. */
export function storedSession(): StoredSession {
  try {
    return (JSON.parse(localStorage.getItem(SESSION_KEY) ?? "{}") as StoredSession | null) ?? {};
  } catch {
    return {};
  }
}

/** Known without a request. */
export function storedPerson(): Person | null {
  const { user } = storedSession();
  return user?.id ? personOf(user) : null;
}

/** The style sheet keeps space for the account in the header then. */
export function markSignedIn(person: Person | null): void {
  const { dataset } = document.documentElement;
  if (person) dataset.account = person.role;
  else delete dataset.account;
  rememberLook();
}
