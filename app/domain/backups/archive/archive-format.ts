import { z } from "zod";
import { FILE_NAME } from "../../media/file-rules.ts";

/** docs/BACKUPS.md describes the format. A change that older releases can't read gets a new number. */
export const FORMAT = 1;

export const PRODUCT = "Skylark";

/** `.age` follows if the backup is encrypted. */
export const ENDING = ".tar.zst";
export const ENCRYPTED_ENDING = ".age";

/** A longer row makes its piece longer. */
export const PIECE_BYTES = 4_000_000;

/** So that a forged file can't fill the memory or run for ever. */
export const LIMITS = {
  manifest: 32_000_000,
  /** a row is at most 1 GB, PostgreSQL's own limit */
  piece: 1_100_000_000,
  file: 8_000_000_000,
  list: 1_000_000,
};

/** Checksums in one list. */
export const LIST_LENGTH = 1000;

/** The message is for the operator: it names the place and what to do. */
export class BackupError extends Error {
  /** The log leaves the stack out. */
  readonly expected = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupError";
  }
}

/** Bytes aren't what was written. Other errors may go away: a wrong pass phrase, no room, a newer release. */
export class DamagedBackup extends BackupError {}

/** None was given, or another one than the backup was encrypted with. */
export class PassphraseError extends BackupError {}

const NAME = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const COUNT = z.int().min(0);
const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);

const column = z.object({ name: NAME, type: z.string().max(200) });
/** Whole numbers as PostgreSQL writes them. */
const partition = z.object({
  name: NAME,
  from: z.string().regex(/^-?\d{1,20}$/),
  to: z.string().regex(/^-?\d{1,20}$/),
});
const table = z.object({
  schema: z.enum(["public", "pgboss"]),
  name: NAME,
  columns: z.array(column).min(1),
  partitions: z.array(partition),
});
const sequence = z.object({
  schema: z.enum(["public", "pgboss"]),
  name: NAME,
  last: z.string().regex(/^-?\d{1,20}$/),
  called: z.boolean(),
});
const migration = z.object({
  version: z.int().min(1),
  name: z.string().max(200),
  checksum: SHA256,
  applied_at: z.string().max(60),
});

export const manifest = z.object({
  product: z.literal(PRODUCT),
  format: z.literal(FORMAT),
  version: z.string().max(60),
  created_at: z.string().max(60),
  site_url: z.string().max(2000).nullable(),
  postgres: z.string().max(60),
  migrations: z.array(migration).min(1),
  /** the version of pg-boss's own tables; null where no job ever ran */
  jobs: z.int().nullable(),
  tables: z.array(table).min(1),
  sequences: z.array(sequence),
  /** pictures and files that the database names, each in `media/` with its copies */
  pictures: COUNT,
  imports: COUNT,
});
export type Manifest = z.infer<typeof manifest>;
export type BackupTable = Manifest["tables"][number];

/** `digest` doesn't depend on the order of rows (see line-digest.ts). */
const tableSum = z.object({ rows: COUNT, bytes: COUNT, pieces: COUNT, digest: SHA256 });
export type TableSum = z.infer<typeof tableSum>;

export const checksums = z.object({
  tables: z.record(z.string(), tableSum),
  files: z.object({ count: COUNT, bytes: COUNT }),
  /** `sha256`: of all lists, one after the other */
  lists: z.object({ count: COUNT, sha256: SHA256 }),
  /** ids of pictures and imports whose files weren't there */
  missing: z.array(z.string().max(300)),
});
export type Checksums = z.infer<typeof checksums>;

/** `posts`, `pgboss.job`, as in checksums.json. */
export const titleOf = ({ schema, name }: Pick<BackupTable, "schema" | "name">): string =>
  schema === "public" ? name : `${schema}.${name}`;

const padded = (number: number) => String(number).padStart(5, "0");
/** Numbers count from 1. */
export const pieceName = (table: string, number: number): string => `tables/${table}/${padded(number)}.copy`;
export const listName = (number: number): string => `checksums/${padded(number)}.sha256`;
export const mediaName = (id: string, file: string): string => `media/${id.slice(0, 2)}/${id}/${file}`;
export const importName = (id: string): string => `imports/${id}`;
export const MANIFEST = "manifest.json";
export const CHECKSUMS = "checksums.json";

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PICTURE = /^[1-9]\d{0,3}\.(?:avif|webp|jpg|png)$/;
const MEDIA = new RegExp(`^media/[0-9a-f]{2}/(${ID})/([a-z0-9.-]{1,90})$`);
const IMPORT = new RegExp(`^imports/(${ID})$`);

/** Null for a name that no backup has, such as one that leaves the archive. */
export function fileNamed(name: string): { kind: "media"; id: string; file: string } | { kind: "import"; id: string } | null {
  const [, id, file] = MEDIA.exec(name) ?? [];
  if (id && file && (PICTURE.test(file) || FILE_NAME.test(file)))
    return mediaName(id, file) === name ? { kind: "media", id, file } : null;
  const [, imported] = IMPORT.exec(name) ?? [];
  return imported ? { kind: "import", id: imported } : null;
}
