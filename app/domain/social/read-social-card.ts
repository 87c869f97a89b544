import type { Context } from "../context.ts";
import { focusOf } from "../media/media-rules.ts";
import { POST_SLUG } from "../posts/post-rules.ts";
import type { Site } from "../settings/settings.ts";
import { type SocialCard, shownPicture } from "./model.ts";
import { findPublished } from "./social.sql.ts";

/** The card of a published article; null for drafts, archived articles and unknown slugs. One statement. */
export async function readSocialCard(ctx: Context, slug: string, site: Site): Promise<SocialCard | null> {
  const row = POST_SLUG.test(slug) ? await findPublished(ctx, slug) : undefined;
  if (!row) return null;
  const { category_name: name, category_slug, category_color: color } = row;
  const category = name && category_slug && color ? { name, slug: category_slug, color } : null;
  return {
    title: row.title,
    siteName: site.name,
    category,
    author: row.author ?? site.defaultAuthor,
    minutes: row.reading_time,
    picture: shownPicture(row.featured_image),
    focus: focusOf(row.focus_x, row.focus_y),
  };
}

/** The card of the site itself; `title` is what its first page says. */
export function siteSocialCard(site: Site, title: string): SocialCard {
  return { title, siteName: site.name, category: null, author: site.description, minutes: null, picture: null };
}
