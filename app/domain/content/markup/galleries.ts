import type { ArticleBlock } from "./article-block.ts";

export const GALLERY_CLASS = "gallery";

/** A gallery: a figure around the figures of its pictures. It is HTML in Markdown, too. */
export const galleries: ArticleBlock = { classes: { figure: [GALLERY_CLASS] } };
