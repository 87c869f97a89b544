import type { ReactNode } from "react";
import type { Focus } from "../media/media-rules.ts";
import { composeText, type Inks, placeMark, TEXT_WIDTH } from "./compose-text.ts";
import { socialFonts } from "./fonts.ts";
import { SOCIAL_HEIGHT, SOCIAL_WIDTH, type SocialCard } from "./social-rules.ts";

/** Colours by custom property, as in `--art-sky` → `#e3e3ff`. */
type ArtColors = Record<string, string>;

const SYMBOL = /<symbol\b[^>]*?\bviewBox="0 0 (\d+) (\d+)"[^>]*>([\s\S]*)<\/symbol>/;
const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,\s*(#[0-9a-fA-F]{3,8})\s*)?\)/g;

/** Where a drawing goes, in pixels, and which part of its width stays: `focus` 0 is its left end, 1 its right. */
type Frame = { x: number; y: number; width: number; height: number; focus: number };

/**
 * A category's drawing as a part of another SVG: its symbol, lit by plain colours, filling the frame's height.
 * @param svg a file with one `<symbol viewBox="0 0 w h">` whose colours are custom properties with fallbacks
 * @param colors take the place of the fallbacks
 * @throws Error when the file holds no such symbol
 */
export function placeDrawing(svg: string, colors: ArtColors, frame: Frame): string {
  const match = SYMBOL.exec(svg);
  if (!match) throw new Error("a drawing without a symbol");
  const [, wide, high, content = ""] = match;
  const lit = content.replace(VARIABLE, (_, name: string, fallback?: string) => colors[name] ?? fallback ?? "#000");
  const width = Math.min(Number(wide), (Number(high) * frame.width) / frame.height);
  const left = Math.min(Number(wide) - width, Math.max(0, Number(wide) * frame.focus - width / 2));
  const place = `x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}"`;
  return `<svg ${place} viewBox="${left} 0 ${width} ${high}" preserveAspectRatio="xMidYMid slice" overflow="hidden">${lit}</svg>`;
}

type Size = { width: number; height: number };

const between = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));

/**
 * The largest part of a picture that has a frame's shape, with the focal point as near to its middle as the edges allow.
 * @param focus parts of the whole. @param picture its size in pixels. @param frame any size of the wanted shape
 * @returns the part, in whole pixels
 */
export function cutAround(focus: Focus, picture: Size, frame: Size): Size & { left: number; top: number } {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height);
  const width = Math.max(1, Math.min(picture.width, Math.round(frame.width * scale)));
  const height = Math.max(1, Math.min(picture.height, Math.round(frame.height * scale)));
  const left = between(focus.x * picture.width - width / 2, picture.width - width);
  const top = between(focus.y * picture.height - height / 2, picture.height - height);
  return { left, top, width, height };
}

const PAPER = "#fdfaf4";
const INK = "#1d2129";
const QUIET = "#5b606b";

/**
 * What lights a card: its category's drawing (SVG text), that drawing's colours, and where across the drawing its
 * subject is (0 left, 1 right): a portrait cut of a landscape shows half of it. `photo`: a picture that takes the
 * drawing's place.
 */
export type Scene = { drawing: string; colors: ArtColors; focus: number; photo?: Photo | undefined };

/** A picture's bytes, and what of it stays in sight: what catches the eye, unless somebody has chosen. */
export type Photo = { read(): Promise<Uint8Array | null>; focus?: Focus | undefined };

/** The picture, cut to its frame; nothing where it can't be read, so that the drawing stays. */
async function cutOut({ read, focus }: Photo, frame: { width: number; height: number }): Promise<Buffer | null> {
  const { default: sharp } = await import("sharp");
  const bytes = await read();
  if (!bytes) return null;
  try {
    const whole = sharp(bytes);
    const part = focus && cutAround(focus, await whole.metadata(), frame);
    const cut = part ? whole.extract(part).resize({ ...frame, fit: "fill" }) : whole.resize({ ...frame, position: "attention" });
    return await cut.flatten({ background: PAPER }).png().toBuffer();
  } catch {
    return null;
  }
}

/**
 * Draws a social image: the writing on paper at the left, the category's drawing at the right.
 * @returns a PNG of 1200 × 630
 * @throws what the picture's `read` throws: an image without it would be kept
 */
export async function renderSocialImage(card: SocialCard, { drawing, colors, focus, photo }: Scene): Promise<Buffer> {
  // Fifteen megabytes of code for a few pictures: fetched when the first one is asked for.
  const [{ default: satori }, { default: sharp }, { fonts, drawable }] = await Promise.all([
    import("satori"),
    import("sharp"),
    socialFonts(),
  ]);
  const inks: Inks = { ink: INK, quiet: QUIET, accent: colors["--art-3"] ?? INK };
  const text = composeText(card, inks, drawable) as unknown as ReactNode;
  const written = await satori(text, { width: SOCIAL_WIDTH, height: SOCIAL_HEIGHT, fonts });
  const picture = { x: TEXT_WIDTH, y: 0, width: SOCIAL_WIDTH - TEXT_WIDTH, height: SOCIAL_HEIGHT };
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_WIDTH}" height="${SOCIAL_HEIGHT}">`,
    `<rect width="100%" height="100%" fill="${colors["--art-paper"] ?? PAPER}"/>`,
    placeDrawing(drawing, colors, { ...picture, focus }),
    placeMark(INK, colors["--art-sun"] ?? INK),
    written,
    "</svg>",
  ].join("");
  const shown = photo === undefined ? null : await cutOut(photo, picture);
  const layers = shown ? [{ input: shown, left: picture.x, top: picture.y }] : [];
  // True colour: a palette saves half of 60 KB and now and then paints a flat area in a neighbour's tone.
  return sharp(Buffer.from(svg)).composite(layers).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}
