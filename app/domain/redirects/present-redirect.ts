import type { Redirect } from "./model.ts";
import type { RedirectRow } from "./redirects.sql.ts";

/** A redirect as the API shows it. */
export const presentRedirect = ({ created_at, last_hit_at, ...row }: RedirectRow): Redirect => ({
  ...row,
  last_hit_at: last_hit_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
