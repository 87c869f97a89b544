import type { CategoryRef } from "../categories/category.ts";
import { type Focus, isMiddle, mediaAt } from "../media/media-rules.ts";

/** What a social image tells. `minutes` to read; the site's own image has neither author, minutes nor category. */
export type SocialCard = {
  title: string;
  siteName: string;
  category: Pick<CategoryRef, "name" | "slug" | "color"> | null;
  author: string | null;
  minutes: number | null;
  /** address of the picture that stands in the drawing's place */
  picture: string | null;
  /** what of the picture stays in sight; absent: what catches the eye */
  focus?: Focus | undefined;
};

/** The picture of an article that its social image shows: one of the library, for nothing is fetched from elsewhere. */
export const shownPicture = (featuredImage: string | null): string | null =>
  featuredImage !== null && mediaAt(featuredImage) ? featuredImage : null;

export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;

/** Grows whenever the design changes, so that old images are not taken for new ones. */
const DESIGN = "1";

/**
 * A short fingerprint of what the image shows (cyrb53): part of its address, so that it may be kept for ever.
 * @returns letters and digits
 */
export function socialVersion({ title, siteName, category, author, minutes, picture, focus }: SocialCard): string {
  const facts = [
    DESIGN,
    title,
    siteName,
    category?.name,
    category?.slug,
    category?.color,
    author,
    minutes,
    ...(picture ? [picture] : []),
    ...(picture && focus && !isMiddle(focus) ? [focus.x, focus.y] : []),
  ];
  const text = JSON.stringify(facts.map((fact) => fact ?? null));
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
