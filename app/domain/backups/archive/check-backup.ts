import { createHash, type Hash } from "node:crypto";
import type { ZodType } from "zod";
import {
  BackupError,
  CHECKSUMS,
  type Checksums,
  checksums,
  DamagedBackup,
  FORMAT,
  fileNamed,
  LIMITS,
  listName,
  MANIFEST,
  type Manifest,
  manifest,
  PRODUCT,
  pieceName,
  titleOf,
} from "./archive-format.ts";
import type { BackupSource } from "./backup-target.ts";
import { LineDigest } from "./line-digest.ts";
import { describeEntry, type Entry, readArchive } from "./read-archive.ts";

export type Checked = { manifest: Manifest; checksums: Checksums };

const KEEP = "Nothing was changed. Use another backup.";

async function textOf({ name, size, bytes }: Entry, limit: number): Promise<Buffer> {
  if (size > limit) throw new DamagedBackup(`The backup’s ${name} has ${size} bytes, more than any backup has. ${KEEP}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parse<T>(name: string, text: Buffer, schema: ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text.toString("utf8"));
  } catch (error) {
    // The parser quotes the text with its newlines.
    const where = (error as Error).message.replace(/\s+/g, " ").replace(/\.$/, "");
    throw new DamagedBackup(`The backup’s ${name} is broken: ${where}. ${KEEP}`);
  }
  const { product, format, version } = value as { product?: unknown; format?: unknown; version?: unknown };
  if (name === MANIFEST && product !== PRODUCT) throw new BackupError("The file isn’t a backup of this software.");
  if (name === MANIFEST && Number(format) > FORMAT) {
    const by = `It was made by a newer release (${String(version)}, format ${String(format)}; this one reads format ${FORMAT})`;
    throw new BackupError(
      `The backup can’t be read here. ${by}. Nothing was changed. Restore it with that release or a later one.`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DamagedBackup(`The backup’s ${name} is broken at ${issue?.path.join(".")}: ${issue?.message}. ${KEEP}`);
}

class BackupCheck {
  manifest: Manifest | null = null;
  checksums: Checksums | null = null;
  private readonly sums = new Map<string, { digest: LineDigest; pieces: number }>();
  private table = -1;
  private readonly files = { count: 0, bytes: 0 };
  private readonly lists: { count: number; sha256: Hash } = { count: 0, sha256: createHash("sha256") };
  /** by name; no list has confirmed these yet */
  private readonly open = new Map<string, string>();

  async add(entry: Entry): Promise<void> {
    const { name, size } = entry;
    if (this.checksums) throw new DamagedBackup(`The backup goes on after its end, ${describeEntry(name)}. ${KEEP}`);
    if (!this.manifest) {
      if (name !== MANIFEST)
        throw new DamagedBackup(`The backup doesn’t begin with ${MANIFEST} but with ${JSON.stringify(name)}. ${KEEP}`);
      const text = await textOf(entry, LIMITS.manifest);
      this.open.set(name, createHash("sha256").update(text).digest("hex"));
      this.manifest = parse(name, text, manifest);
    } else if (name === CHECKSUMS) this.end(parse(name, await textOf(entry, LIMITS.manifest), checksums));
    else if (name === listName(this.lists.count + 1)) this.confirm(name, await textOf(entry, LIMITS.list));
    else if (name.startsWith("tables/")) await this.addPiece(entry, this.manifest);
    else if (fileNamed(name)) {
      if (size > LIMITS.file)
        throw new DamagedBackup(`The backup’s ${name} has ${size} bytes, more than any backup has. ${KEEP}`);
      await this.hash(entry);
      this.files.count += 1;
      this.files.bytes += size;
    } else throw new DamagedBackup(`The backup holds a file that no backup has: ${JSON.stringify(name)}. ${KEEP}`);
  }

  private async hash({ name, bytes }: Entry, digest?: LineDigest): Promise<void> {
    if (this.open.has(name)) throw new DamagedBackup(`The backup holds ${name} twice. ${KEEP}`);
    const sha256 = createHash("sha256");
    for await (const chunk of bytes) {
      sha256.update(chunk);
      digest?.update(chunk);
    }
    this.open.set(name, sha256.digest("hex"));
  }

  private async addPiece(entry: Entry, { tables }: Manifest): Promise<void> {
    const title = entry.name.split("/")[1] ?? "";
    const index = tables.findIndex((one) => titleOf(one) === title);
    if (index < this.table || index === -1 || this.files.count > 0)
      throw new DamagedBackup(`The backup holds a file that doesn’t belong there: ${JSON.stringify(entry.name)}. ${KEEP}`);
    this.table = index;
    const sum = this.sums.get(title) ?? { digest: new LineDigest(), pieces: 0 };
    this.sums.set(title, sum);
    sum.pieces += 1;
    if (entry.name !== pieceName(title, sum.pieces))
      throw new DamagedBackup(
        `Piece ${sum.pieces} of the table ${title} is missing; ${JSON.stringify(entry.name)} follows instead. ${KEEP}`,
      );
    if (entry.size > LIMITS.piece)
      throw new DamagedBackup(`The backup’s ${entry.name} has ${entry.size} bytes, more than any piece has. ${KEEP}`);
    await this.hash(entry, sum.digest);
  }

  private confirm(list: string, text: Buffer): void {
    this.lists.count += 1;
    this.lists.sha256.update(text);
    for (const line of text.toString("utf8").split("\n").slice(0, -1)) {
      const [, sha256, name = ""] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
      const found = this.open.get(name);
      if (!sha256 || found === undefined)
        throw new DamagedBackup(`The backup’s ${list} names something that isn’t there: ${line}. ${KEEP}`);
      if (found !== sha256)
        throw new DamagedBackup(`The backup is broken ${describeEntry(name)}: its content isn’t what was written. ${KEEP}`);
      this.open.delete(name);
    }
    const [left] = this.open.keys();
    if (left !== undefined) throw new DamagedBackup(`The backup has no checksum for ${left}. ${KEEP}`);
  }

  private end(last: Checksums): void {
    const [left] = this.open.keys();
    if (left !== undefined) throw new DamagedBackup(`The backup has no checksum for ${left}. ${KEEP}`);
    if (last.lists.count !== this.lists.count || last.lists.sha256 !== this.lists.sha256.digest("hex"))
      throw new DamagedBackup(`The backup’s lists of checksums aren’t those that were written. ${KEEP}`);
    if (last.files.count !== this.files.count || last.files.bytes !== this.files.bytes)
      throw new DamagedBackup(`The backup holds ${this.files.count} files, but ${last.files.count} were written. ${KEEP}`);
    for (const table of this.manifest?.tables ?? []) {
      const title = titleOf(table);
      const said = last.tables[title];
      const { digest = new LineDigest(), pieces = 0 } = this.sums.get(title) ?? {};
      if (
        !said ||
        said.rows !== digest.rows ||
        said.bytes !== digest.bytes ||
        said.pieces !== pieces ||
        said.digest !== digest.digest()
      )
        throw new DamagedBackup(`The table ${title} has ${digest.rows} rows in the backup, but other ones were written. ${KEEP}`);
    }
    this.checksums = last;
  }
}

/** Stores nothing and uses little memory. @throws BackupError that names the place: table, piece and byte, or file */
export async function checkBackup(
  source: BackupSource,
  passphrase?: string,
  onProgress?: (files: number, bytes: number) => void,
): Promise<Checked> {
  const check = new BackupCheck();
  let files = 0;
  let bytes = 0;
  for await (const entry of readArchive(source, passphrase)) {
    await check.add(entry);
    files += 1;
    bytes += entry.size;
    onProgress?.(files, bytes);
  }
  const { manifest: first, checksums: last } = check;
  if (!first || !last) throw new DamagedBackup(`The backup ${source.title} is cut off: it ends before ${CHECKSUMS}. ${KEEP}`);
  return { manifest: first, checksums: last };
}
