import type { Role } from "../../../browser/auth/stored-person.ts";
import { pathOfSite, routes } from "../../../routes.ts";

/** A place that has nothing to do with any site; only its absence from an address counts. */
const NOWHERE = "http://nowhere.invalid";

/**
 * The page that a visitor came from, out of an address of ours.
 * @param search the query of the sign-in page
 * @returns a path of this site, never another site's; null when there is none
 */
export function rememberedOrigin(search: string): string | null {
  const next = new URLSearchParams(search).get("next");
  return next?.startsWith("/") ? (pathOfSite(next, NOWHERE) ?? null) : null;
}

/** Where who has signed in goes: back to where they came from, else admins to the back office, others home. */
export const destination = (role: Role, search: string): string =>
  rememberedOrigin(search) ?? (role === "admin" ? routes.adminDashboard() : routes.home());
