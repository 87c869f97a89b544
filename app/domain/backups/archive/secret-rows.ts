import { type BackupTable, titleOf } from "./archive-format.ts";

/**
 * They let somebody in or identify a visitor. A restored site makes its own: the first rows of `link_secrets` by its migration, the others
 * when they are needed. Older backups hold these tables; a restore skips them.
 */
const SECRET_TABLES = new Set([
  "signing_keys",
  "auth_sessions",
  "refresh_tokens",
  "one_time_tokens",
  "link_secrets",
  "mfa_factors",
  "mfa_challenges",
  "mfa_recovery_codes",
  "passkey_challenges",
  "setup_links",
  "api_tokens",
  "analytics_salts",
]);

export const isSecret = (table: Pick<BackupTable, "schema" | "name">): boolean => SECRET_TABLES.has(titleOf(table));

/** SQL. Emails with a code or a link that signs in (an invitation has no code) stay out. */
const ROWS_WITHOUT_SECRETS: Readonly<Record<string, string>> = {
  outbox: "code is null and coalesce(link, '') not like '%token_hash=%'",
};

export const rowsWithoutSecrets = (table: Pick<BackupTable, "schema" | "name">): string | undefined =>
  ROWS_WITHOUT_SECRETS[titleOf(table)];
