import { z } from "zod";
import type { Context } from "../../context.ts";
import { component } from "../../schema-fields.ts";
import { readAddress, slugOfPath } from "./addresses.ts";

export const articleViews = component("ArticleViews", z.object({ views_count: z.number().int() }), { views_count: 1201 });
export type ArticleViews = z.infer<typeof articleViews>;

/** @param url path and query @returns null without a published article there. At most one statement */
export async function viewsOfArticle({ db }: Pick<Context, "db">, url: string): Promise<ArticleViews | null> {
  const slug = slugOfPath(readAddress(url).path);
  if (slug === null) return null;
  const query = db.selectFrom("posts").select("views_count").where("slug", "=", slug).where("status", "=", "published");
  return (await query.executeTakeFirst()) ?? null;
}
