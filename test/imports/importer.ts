import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Actor } from "../../app/domain/authorize.ts";
import { type ImportOptions, importOptions } from "../../app/domain/imports/import.ts";
import { startImport, uploadImport } from "../../app/domain/imports/import-commands.ts";
import type { ImportTools } from "../../app/domain/imports/import-job.ts";
import { findImport } from "../../app/domain/imports/imports.sql.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { type Packed, packZip } from "../../app/platform/zip/write-zip.ts";
import { buildUser } from "../builders.ts";
import { openTestContext } from "../context.ts";

type ImporterOptions = Partial<ImportTools> & { owner?: string; site?: Awaited<ReturnType<typeof openTestContext>> };

/** A database (of its own, unless a `site` is there), a folder for files, and an admin who imports. */
export async function openImporter({ owner = "owner@blog.example", site, ...tools }: ImporterOptions = {}) {
  const { ctx, db, config, close } = site ?? (await openTestContext());
  const folder = await mkdtemp(join(tmpdir(), "skylark-import-"));
  const media = createFolderStore(join(folder, "media"));
  const { id, email } = await buildUser(db, { role: "admin", email: owner });
  const admin: Actor = { kind: "user", id, email, role: "admin", sessionId: "" };
  const files = join(folder, "imports");
  const all: ImportTools = { folder: files, media, ownHost: () => "blog.example", ...tools };
  const stored = async (importId: string) => {
    const row = await findImport(db, importId);
    if (!row) throw new Error("there is no such import");
    return row;
  };
  /** Uploads a file and checks it. @returns the import in its state then */
  /** Pages become articles outside lists unless `pages` says otherwise, so that all of a file's old paths lead to articles. */
  const check = async (
    bytes: Uint8Array | string,
    { name = "export", oldSite = null as string | null, pages = "articles" as ImportOptions["pages"] } = {},
  ) => {
    const body = Readable.from([Buffer.from(bytes)]) as AsyncIterable<Uint8Array>;
    const options = importOptions.parse({ pages });
    const { id: importId } = await uploadImport(ctx, files, admin, { name, oldSite, body, options });
    await performImport(ctx, importId, all);
    return stored(importId);
  };
  /** Stores what was checked. */
  const start = async (importId: string, { takeSettings = false } = {}) => {
    await startImport(ctx, admin, importId, { takeSettings });
    await performImport(ctx, importId, all);
    return stored(importId);
  };
  return {
    ctx,
    db,
    config,
    admin,
    media,
    folder,
    files,
    tools: all,
    check,
    start,
    stored,
    /** Checks a file and stores it. */
    run: async (
      bytes: Uint8Array | string,
      options: { name?: string; oldSite?: string | null; takeSettings?: boolean; pages?: ImportOptions["pages"] } = {},
    ) => {
      const { id, report } = await check(bytes, options);
      if (report.refusal) throw new Error(`refused: ${report.refusal.place}: ${report.refusal.sentence}`);
      return start(id, options);
    },
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Importer = Awaited<ReturnType<typeof openImporter>>;

/** A file for a test. */
export const fixture = (name: string): Promise<string> => readFile(join(import.meta.dirname, "fixtures", name), "utf8");

/** The files of a folder of fixtures, under the folder that they have in an export. */
export async function filesOf(folder: string, under: string): Promise<Record<string, Buffer>> {
  const path = join(import.meta.dirname, "fixtures", folder);
  const files = (await readdir(path)).map(async (name) => [`${under}${name}`, await readFile(join(path, name))] as const);
  return Object.fromEntries(await Promise.all(files));
}

/** An archive of files by name. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  async function* all(): AsyncGenerator<Packed> {
    for (const [name, content] of Object.entries(files)) yield { name, bytes: Buffer.from(content) };
  }
  return Buffer.concat(await packZip(all()).toArray());
}
