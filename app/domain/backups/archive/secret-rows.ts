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

/** Which rows of a table hold nothing secret, in SQL: emails whose link and code are still stored could be used by whoever reads them. */
const ROWS_WITHOUT_SECRETS: Readonly<Record<string, string>> = { outbox: "code is null" };

export const rowsWithoutSecrets = (table: Pick<BackupTable, "schema" | "name">): string | undefined =>
  ROWS_WITHOUT_SECRETS[titleOf(table)];
