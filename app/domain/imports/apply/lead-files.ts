import { addRedirects } from "../../redirects/edit-redirects.ts";
import { siteAddress } from "../../redirects/redirect-rules.ts";
import { hostOf } from "../identify-source.ts";
import type { ImportJob } from "../import-job.ts";
import { noteItems, redirectItem } from "../imports.sql.ts";
import type { MissingPicture } from "../pictures.sql.ts";

/** The path of a file on the old blog; undefined if it was on another host. */
function pathThere(address: string, host: string | undefined): string | undefined {
  const url = /^https?:/i.test(address) ? URL.parse(address) : null;
  return url && host !== undefined && url.host.replace(/^www\./, "") === host ? url.pathname : undefined;
}

/**
 * Leads the addresses of files that the old blog had itself on to the files here, for those who linked to them. A smaller copy of a
 * picture leads to the whole one.
 * @param blog the name of the source, as the file tells it
 * @param urlOf where a file is here; undefined if it didn't come
 */
export async function leadFilesOn(
  { ctx, actor, id, source }: ImportJob,
  blog: string,
  files: MissingPicture[],
  urlOf: (file: MissingPicture) => string | undefined,
): Promise<void> {
  const host = hostOf(blog);
  const targets = new Map<string, string>();
  for (const file of files) {
    const to = urlOf(file);
    for (const from of [pathThere(file.address, host), pathThere(file.written, host)])
      if (from !== undefined && to !== undefined && !targets.has(from)) targets.set(from, to);
  }
  if (targets.size === 0) return;
  const pairs = [...targets].map(([from, to]) => ({ from, to }));
  const here = new Set(pairs.map(({ to }) => siteAddress(to)?.path));
  await ctx.db.transaction().execute(async (db) => {
    const { rows } = await addRedirects({ ...ctx, db }, actor.kind === "user" ? actor.id : null, pairs, (path) => here.has(path));
    await noteItems(db, source, rows.map(redirectItem), id);
  });
}
