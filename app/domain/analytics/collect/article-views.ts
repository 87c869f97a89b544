import { z } from "zod";
import type { Context } from "../../context.ts";
import { component } from "../../schema-fields.ts";
import { readAddress, slugOfPath } from "./addresses.ts";

/** The views that an article has now. */
export const articleViews = component("ArticleViews", z.object({ views_count: z.number().int() }), { views_count: 1201 });
export type ArticleViews = z.infer<typeof articleViews>;

/** The views of the published article at a URL of the site (path and query); null if there is none. At most one statement. */
export async function viewsOfArticle({ db }: Pick<Context, "db">, url: string): Promise<ArticleViews | null> {
  const slug = slugOfPath(readAddress(url).path);
  if (slug === null) return null;
  const query = db.selectFrom("posts").select("views_count").where("slug", "=", slug).where("status", "=", "published");
  return (await query.executeTakeFirst()) ?? null;
}
