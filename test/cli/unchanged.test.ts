// slow: app/cli/ app/domain/content/ app/domain/imports/ app/domain/post-files/ app/domain/posts/

import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../../app/domain/demo/seed-demo.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { EXPORTS } from "../imports/every-export.ts";
import { openImporter } from "../imports/importer.ts";
import { startSite, type TestSite } from "./start-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Every article of the demo and of every export that there is a fixture of. */
async function fillSite({ app, db }: TestSite): Promise<void> {
  await seedDemo(app.context, { seedDir: join(process.cwd(), "db", "seed") });
  const own = { ctx: app.context, db, config: app.database.config, close: async () => {} };
  const importer = await openImporter({ site: own, media: app.media, allows: () => false });
  for (const [name, kind, bytes] of EXPORTS) {
    const { state } = await importer.run(await bytes(), { name, oldSite: kind === "ghost" ? "https://old.example" : null });
    expect([name, state]).toEqual([name, "done"]);
    // So that the same article in the next export is another one.
    for (const table of ["import_items", "imports", "redirects"] as const) await db.deleteFrom(table).execute();
  }
  await importer.close();
}

/** What nobody writes on purpose, and a site may have. */
const ODD: Record<string, string> = {
  fences: "---\nnot: front matter\n---\n\ntext",
  blanks: "\n\nblank lines around  \n\t\n\n\n",
  returns: "one\r\ntwo\r\n\r\nthree\rfour\r",
  marks: "- *a* list\n- `---`\n\n---\n\nquotes ' \" \\ and 🐦 \u2028 \u00a0 \u0085 \ufeff \u0001\u0002 1\u0003",
  notes:
    "[[toc]] [[Somewhere]] ![[else.png]] ==marked== %%said%% ^name\n\n> [!note] A callout\n> with text\n\n![](dawn.jpg) [x](other.md)",
  code: '`[[code]]` \n\n~~~\n![[x]]\n~~~\n\n<pre>[[y]]</pre> <!-- ![](z.png) -->\n\n<img src="/gone/64.jpg" alt="">',
  empty: "",
  late: "---\n",
  mark: "\ufeffA byte order mark comes first.",
};

async function writeOdd({ db }: TestSite): Promise<number> {
  const { id } = await buildCategory(db, { name: 'Odd: #1 – "x"', slug: "odd" });
  const names = ["größe-10%", "1", "true"];
  const tags = (await Promise.all(names.map((name) => buildTag(db, { name, slug: name })))).map((tag) => tag.id);
  for (const [name, content] of Object.entries(ODD))
    for (const content_format of ["markdown", "html"])
      await buildPost(db, {
        title: ` Odd: "${name}" 🐦 # --- {x} `,
        slug: `odd-${name}-${content_format}`,
        description: " with blanks around\n",
        excerpt: "null",
        featured_image_alt: "- 'one': \\two\u2028",
        content,
        content_format,
        category_id: id,
        status: (["draft", "published", "archived"] as const)[name.length % 3] ?? "draft",
        tags,
      });
  return 2 * Object.keys(ODD).length;
}

type Rows = Map<string, Record<string, unknown>>;

async function rowsOf({ db }: TestSite): Promise<Rows> {
  const found: Rows = new Map();
  for (const table of ["posts", "post_revisions", "posts_tags", "post_slugs", "post_edits", "tags", "media", "audit_log"]) {
    const rows = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db);
    for (const { row } of rows.rows) found.set(`${table} ${row.slug ?? ""} ${row.id ?? JSON.stringify(row)}`, row);
  }
  return found;
}

/** By name, so that a failure says which articles and fields. */
function changedFields(before: Rows, after: Rows): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const fields = Object.keys({ ...old, ...now }).filter((field) => !isDeepStrictEqual(old?.[field], now?.[field]));
    return fields.length > 0 ? [`${name}: ${fields.join(", ")}`] : [];
  });
}

/** Without what the folder remembers. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => !path.startsWith(`${folder}/.`));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "latin1")] as const),
  );
  return Object.fromEntries(files);
}

test("what was pulled says what the site has: pushing it, even by force, changes nothing anywhere", async () => {
  await fillSite(site);
  const odd = await writeOdd(site);
  // Counted in the fixtures, besides the demo.
  const expected = EXPORTS.reduce((sum, [, , , { posts = 0, pages = 0 }]) => sum + posts + pages, 0) + 14 + odd;
  const folder = await site.folder();
  expect((await site.run(folder, ["pull"])).out).toBe(`${expected} new, 0 changed; ${expected} on the site.\n`);
  const [files, rows] = [await filesOf(folder), await rowsOf(site)];
  const paths = Object.keys(files).filter((path) => path.endsWith(".md"));
  expect(paths).toHaveLength(expected);
  expect(Object.keys(files)).toContainEqual(expect.stringMatching(/^media\/.*\/64\.jpg$/));

  const sent: string[] = [];
  site.meet(async (request, answer) => {
    if (request.method !== "GET") sent.push(request.method);
    return answer();
  });
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0, out: `0 sent; ${expected} as they were.\n`, err: "" });
  expect(sent).toEqual([]);

  // Obsidian's own marks count in a vault, unless the site has them already.
  await mkdir(join(folder, ".obsidian"));
  const forced = await site.run(folder, ["push", "--mine", ...paths]);
  expect({ code: forced.code, last: forced.out.trimEnd().split("\n").at(-1) }).toEqual({
    code: 0,
    last: `${expected} sent; 0 as they were.`,
  });
  expect(sent).toEqual(Array(expected).fill("PUT"));
  expect(changedFields(rows, await rowsOf(site))).toEqual([]);
  expect(await filesOf(folder)).toEqual(files);

  const other = await site.folder();
  await site.run(other, ["pull"]);
  expect(await filesOf(other)).toEqual(files);
});
