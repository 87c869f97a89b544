import { afterAll, beforeAll, expect, test } from "vitest";
import { exportArchive } from "../../app/domain/exports/export-site.ts";
import { storePost } from "../../app/domain/posts/create-post.ts";
import { type Importer, openImporter } from "./importer.ts";

let from: Importer;
let to: Importer;
beforeAll(async () => {
  [from, to] = await Promise.all([openImporter(), openImporter({ owner: "keeper@blog.example" })]);
});
afterAll(() => Promise.all([from.close(), to.close()]));

test.each([
  ["wide", "html"],
  ["full", "html"],
  ["wide", "markdown"],
] as const)("a %s picture of a post in %s is as wide after a move to another site", async (width, format) => {
  const figure = `<figure class="picture-${width}"><img src="/media/00000000-0000-4000-8000-000000000000/900.jpg" alt="A lake">
<figcaption>Before dawn</figcaption>
</figure>`;
  const content = format === "html" ? `<p>A walk.</p>\n${figure}` : `A walk.\n\n${figure}\n`;
  const slug = `lake-${width}-${format}`;
  const post = { title: "Lake", slug, content, content_format: format, status: "published" as const };
  await storePost(from.ctx, { ...post, author_id: from.admin.kind === "user" ? from.admin.id : null });
  const archive = Buffer.concat(await (await exportArchive(from.ctx, from.media, from.admin)).toArray());
  await to.run(archive);
  const moved = await to.db
    .selectFrom("posts")
    .select(["content", "content_html", "content_format"])
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  expect(moved.content_format).toBe(format);
  expect(moved.content).toContain(`<figure class="picture-${width}">`);
  expect(moved.content_html).toContain(`<figure class="picture-${width}">`);
  expect(moved.content_html).toContain("<figcaption>Before dawn</figcaption>");
});
