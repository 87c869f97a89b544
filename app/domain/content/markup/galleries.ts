import type { ArticleBlock } from "./article-block.ts";

export const GALLERY_CLASS = "gallery";

/** A figure around figures; HTML in Markdown, too. */
export const galleries: ArticleBlock = { classes: { figure: [GALLERY_CLASS] } };
