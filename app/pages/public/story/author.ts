import type { Post } from "../../../domain/posts/post-shapes.ts";
import type { Site } from "../../../domain/settings/settings.ts";

/** Who wrote an article, as it is printed. */
export const authorName = (post: Pick<Post, "author">, site: Pick<Site, "defaultAuthor">): string =>
  post.author?.full_name || site.defaultAuthor;
