import { sql } from "kysely";
import { type ImportOptions, importOptions } from "../../app/domain/imports/import.ts";
import { chooseOptions } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { type Importer, zipOf } from "./importer.ts";

/** Imports an archive, and reads what has come of it. */
export async function importArchive(
  { ctx, admin, db, tools, check, start }: Importer,
  files: Record<string, string | Buffer>,
  choices: Partial<ImportOptions> = {},
) {
  const checked = await check(await zipOf(files), { name: "archive.zip" });
  if (Object.keys(choices).length > 0) {
    await chooseOptions(ctx, admin, checked.id, importOptions.parse({ pages: "articles", ...choices }));
    await performImport(ctx, checked.id, tools);
  }
  const { report } = await start(checked.id);
  const rows = await db
    .selectFrom("posts as p")
    .leftJoin("categories as c", "c.id", "p.category_id")
    .leftJoin("users as u", "u.id", "p.author_id")
    .select(["p.id", "p.slug", "p.title", "p.status", "p.content", "p.content_format", "p.content_html", "p.featured_image"])
    .select([
      "p.published_at",
      "p.updated_at",
      "p.featured_image_alt",
      "p.listed",
      "p.created_at",
      "p.kind",
      "p.description",
      "c.name as category",
      "u.full_name as author",
    ])
    .select(sql<string[]>`author_names(p.id)`.as("authors"))
    .execute();
  const linked = await db
    .selectFrom("posts_tags as l")
    .innerJoin("tags as t", "t.id", "l.tag_id")
    .select(["l.post_id", "t.name"])
    .orderBy("t.name")
    .execute();
  const redirects = await db
    .selectFrom("redirects")
    .select(["from_path", "to_path"])
    .where("to_path", "like", "/story/%")
    .orderBy("from_path")
    .execute();
  const findings = (report.findings ?? []).map(({ severity, place, sentence }) => `${severity} ${place}: ${sentence}`);
  const post = (slug: string) => {
    const found = rows.find((row) => row.slug === slug);
    if (!found) throw new Error(`no post ${slug} among ${rows.map((row) => row.slug).join(", ")}`);
    return { ...found, tags: linked.filter(({ post_id }) => post_id === found.id).map(({ name }) => name) };
  };
  return {
    post,
    findings,
    folders: report.folders,
    slugs: rows.map(({ slug }) => slug).sort(),
    redirects: Object.fromEntries(redirects.map(({ from_path, to_path }) => [from_path, to_path])),
  };
}
