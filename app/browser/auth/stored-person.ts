import { rememberLook } from "../../ui/theme/own-look.ts";

/** Where local storage keeps the session. What stands there is the auth client's own. */
export const SESSION_KEY = "skylark.session";

export type Role = "user" | "admin";
/** Who is signed in, as screens show it. Grants nothing: the server asks for the token. */
export type Person = { id: string; email: string; name: string; role: Role };

/** What the auth client keeps of a user; only what is read here. */
export type KnownUser = {
  id: string;
  email?: string | undefined;
  user_metadata?: Record<string, unknown>;
  app_metadata?: Record<string, unknown>;
};

/** A user as the auth service describes it. `name` is empty where there is none. */
export function personOf({ id, email = "", user_metadata, app_metadata }: KnownUser): Person {
  const name = user_metadata?.full_name;
  return { id, email, name: typeof name === "string" ? name : "", role: app_metadata?.role === "admin" ? "admin" : "user" };
}

/** What the auth client keeps of a session; only what is read here. */
export type StoredSession = { access_token?: string; refresh_token?: string; expires_at?: number; user?: KnownUser };

/** The session that this browser keeps at the moment; empty when it keeps none. */
export function storedSession(): StoredSession {
  try {
    return (JSON.parse(localStorage.getItem(SESSION_KEY) ?? "{}") as StoredSession | null) ?? {};
  } catch {
    return {};
  }
}

/** Who was signed in when this browser last heard of it: known at once, without asking anybody. */
export function storedPerson(): Person | null {
  const { user } = storedSession();
  return user?.id ? personOf(user) : null;
}

/** Tells the style sheet who is here, so that the header keeps the room that it will need. */
export function markSignedIn(person: Person | null): void {
  const { dataset } = document.documentElement;
  if (person) dataset.account = person.role;
  else delete dataset.account;
  rememberLook();
}
