import type { ShownLook } from "../appearance/appearance.ts";
import { pngOf } from "../appearance/brand-rules.ts";
import type { CategoryRef } from "../categories/category.ts";
import { type Focus, isMiddle, mediaAt } from "../media/media-rules.ts";

/** `minutes`: reading time. The site's image has no author, minutes or category. */
export type SocialCard = {
  title: string;
  siteName: string;
  category: Pick<CategoryRef, "name" | "slug" | "color"> | null;
  author: string | null;
  minutes: number | null;
  face?: number | undefined;
  /** replaces the drawing */
  picture: string | null;
  /** without one, the most striking part is shown */
  focus?: Focus | undefined;
  /** in place of the lark */
  brand?: SocialBrand | undefined;
};

/** `symbol`: the logo is next to the name; `logo`: in its place. */
export type SocialBrand = { sign: NonNullable<ShownLook["sign"]>; logo: string | null };

/** Undefined for the shipped sign. */
export const socialBrand = (look: ShownLook | undefined): SocialBrand | undefined =>
  look?.sign && { sign: look.logo ? look.sign : "none", logo: look.logo ? pngOf(look.logo.light) : null };

/** Null unless it is in the media library: nothing is fetched from other sites. */
export const shownPicture = (featuredImage: string | null): string | null =>
  featuredImage !== null && mediaAt(featuredImage) ? featuredImage : null;

export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;

/** Increase it when the design changes, so that cached images are drawn again. */
const DESIGN = "2";

/** cyrb53, in letters and digits. Part of the URL, so that images can be cached for ever. */
export function socialVersion({ title, siteName, category, author, minutes, face, picture, focus, brand }: SocialCard): string {
  const facts = [
    DESIGN,
    title,
    siteName,
    category?.name,
    category?.slug,
    category?.color,
    author,
    minutes,
    ...(picture ? [picture] : face ? [face] : []),
    ...(picture && focus && !isMiddle(focus) ? [focus.x, focus.y] : []),
    ...(brand ? [brand.sign, brand.logo] : []),
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
