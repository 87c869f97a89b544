import type { User } from "@supabase/auth-js";
import { type Api, ApiError } from "../../http/api/client.ts";
import { type Person, personOf } from "./stored-person.ts";

/** How long the profile may take, in ms (specification, section 9). */
const PROFILE_TIMEOUT = 3000;

/** The server no longer knows the session. */
export class SessionEnded extends Error {}

const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("The profile took too long")), PROFILE_TIMEOUT)),
  ]);

/**
 * Who a user is, from their row (specification, section 4). A missing row is made. When the row can't be had, the role is
 * guessed from the email, for what is shown only: the server never goes by it. Who was known a moment ago stays known, so
 * that a slow answer takes nobody's screen away.
 * @param before what was last known of the same user in this page
 * @throws SessionEnded when the server refuses the session
 */
export async function profileOf(user: User, api: Api, before: Person | null): Promise<Person> {
  const known = personOf(user);
  try {
    const row = await inTime(api.users.read(user.id));
    return { ...known, email: row.email, name: row.full_name ?? known.name, role: row.role };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new SessionEnded();
    if (error instanceof ApiError && error.code === "PGRST116") return withNewRow(known, api);
    return before ?? { ...known, role: await guessedRole(known.email, api) };
  }
}

async function withNewRow(known: Person, api: Api): Promise<Person> {
  await api.users.create({ id: known.id, email: known.email, full_name: known.name }).catch(() => {});
  return { ...known, role: "user" };
}

/** The site's own address counts as an admin's. */
async function guessedRole(email: string, api: Api): Promise<Person["role"]> {
  const site = await inTime(api.site()).catch(() => null);
  return email !== "" && site?.email === email ? "admin" : "user";
}
