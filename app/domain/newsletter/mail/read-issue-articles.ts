import { sql } from "kysely";
import { routes } from "../../../routes.ts";
import type { Context } from "../../context.ts";
import type { IssueArticle } from "./issue-mail.ts";

type Row = Omit<IssueArticle, "path" | "picture"> & {
  slug: string;
  featured_image: string | null;
  featured_image_alt: string;
};

/** In the order of the ids, whatever their status. */
export async function readIssueArticles({ db }: Context, postIds: string[]): Promise<IssueArticle[]> {
  const { rows } = await sql<Row>`
    select p.id, p.slug, p.title, coalesce(nullif(p.excerpt, ''), p.description) as summary, p.content_html as html, p.language,
      author_names(p.id) as authors, p.featured_image, p.featured_image_alt
    from unnest(${postIds}::uuid[]) with ordinality as wanted (id, place)
    join posts p on p.id = wanted.id
    order by wanted.place`.execute(db);
  return rows.map(({ slug, featured_image: address, featured_image_alt: alt, ...article }) => ({
    ...article,
    path: routes.story(slug),
    picture: address ? { address, alt } : null,
  }));
}
