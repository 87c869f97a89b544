import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { pictureSizes } from "../media/list-media.ts";
import { postFields } from "./post.ts";
import type { ContentFormat } from "./post-rules.ts";
import type { Heading } from "./post-shapes.ts";

/** Content that is shown before it is saved. */
export const previewInput = postFields.pick({ content: true, content_format: true });

/** A writing as the article page will show it. */
export type Preview = { content_html: string; headings: Heading[]; read_time: number; words: number };

/**
 * Renders a writing as saving it would, and stores nothing.
 * @returns the HTML, its contents list, its words, and the minutes that they take
 */
export async function previewPost(
  ctx: Context,
  { content, content_format }: { content: string; content_format: ContentFormat },
  { ownHost }: { ownHost?: string } = {},
): Promise<Preview> {
  const pictures = pictureSizes(ctx);
  const { html, headings, words, read_time } = await renderContent({ content, format: content_format, ownHost, pictures });
  return { content_html: html, headings, words, read_time };
}
