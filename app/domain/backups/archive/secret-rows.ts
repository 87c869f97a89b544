import { type BackupTable, titleOf } from "./archive-format.ts";

/**
 * What lets somebody in who has it, or names a visitor: keys, sessions, tokens, salts. A backup leaves it out, and a restored site makes its
 * own: the first rows of `link_secrets` by its migration, the others when they are needed. Older backups hold these tables; they are read
 * over.
 */
const SECRET_TABLES = new Set([
  "signing_keys",
  "auth_sessions",
  "refresh_tokens",
  "one_time_tokens",
  "link_secrets",
  "setup_links",
  "analytics_salts",
]);

export const isSecret = (table: Pick<BackupTable, "schema" | "name">): boolean => SECRET_TABLES.has(titleOf(table));

/** The rows of a table that hold nothing secret, in SQL: emails with a code or a link that signs in (an invitation has no code) stay out. */
const ROWS_WITHOUT_SECRETS: Readonly<Record<string, string>> = {
  outbox: "code is null and coalesce(link, '') not like '%token_hash=%'",
};

export const rowsWithoutSecrets = (table: Pick<BackupTable, "schema" | "name">): string | undefined =>
  ROWS_WITHOUT_SECRETS[titleOf(table)];
