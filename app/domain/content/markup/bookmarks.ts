import type { ArticleBlock } from "./article-block.ts";
import { escapeText } from "./tree.ts";

export const BOOKMARK_CLASS = "bookmark";

/** `site` names where the link leads; `image` is the URL of a picture of the library, or empty. */
export type Bookmark = { href: string; title: string; description: string; site: string; image: string };

const written = (text: string) => escapeText(text).replaceAll('"', "&quot;");

export function bookmarkHtml({ href, title, description, site, image }: Bookmark): string {
  return [
    `<figure class="${BOOKMARK_CLASS}"><a href="${written(href)}">${written(title || href)}</a>`,
    description ? `<p>${written(description)}</p>` : "",
    image ? `<img src="${written(image)}" alt="">` : "",
    site ? `<figcaption>${written(site)}</figcaption>` : "",
    "</figure>",
  ].join("");
}

/** A figure with a link, a description, a picture and the name of a site; HTML in Markdown, too. */
export const bookmarks: ArticleBlock = { classes: { figure: [BOOKMARK_CLASS] } };
