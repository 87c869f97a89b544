import type { ReactNode } from "react";
import type { Focus } from "../media/media-rules.ts";
import { composeText, type Inks, LOGO_PLACES, placeMark, TEXT_WIDTH } from "./compose-text.ts";
import { socialFonts } from "./fonts.ts";
import { SOCIAL_HEIGHT, SOCIAL_WIDTH, type SocialCard } from "./social-rules.ts";

/** `--art-sky` → `#e3e3ff` */
type ArtColors = Record<string, string>;

const SYMBOL = /<symbol\b[^>]*?\bviewBox="0 0 (\d+) (\d+)"[^>]*>([\s\S]*)<\/symbol>/;
const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,\s*(#[0-9a-fA-F]{3,8})\s*)?\)/g;

/** Pixels. `focus`: the part of the width that stays visible, 0 the left end, 1 the right; mirrored with the drawing. */
type Frame = { x: number; y: number; width: number; height: number; focus: number; isMirrored?: boolean };

/** Plain colors, filling the height. @param svg one `<symbol viewBox="0 0 w h">`, colors as custom properties @throws Error without it */
export function placeDrawing(svg: string, colors: ArtColors, frame: Frame): string {
  const match = SYMBOL.exec(svg);
  if (!match) throw new Error("a drawing without a symbol");
  const [, wide, high, content = ""] = match;
  const lit = content.replace(VARIABLE, (_, name: string, fallback?: string) => colors[name] ?? fallback ?? "#000");
  const drawn = frame.isMirrored ? `<g transform="matrix(-1 0 0 1 ${wide} 0)">${lit}</g>` : lit;
  const width = Math.min(Number(wide), (Number(high) * frame.width) / frame.height);
  const focus = frame.isMirrored ? 1 - frame.focus : frame.focus;
  const left = Math.min(Number(wide) - width, Math.max(0, Number(wide) * focus - width / 2));
  const place = `x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}"`;
  return `<svg ${place} viewBox="${left} 0 ${width} ${high}" preserveAspectRatio="xMidYMid slice" overflow="hidden">${drawn}</svg>`;
}

type Size = { width: number; height: number };

const between = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));

/** Centered on the focal point as far as the edges allow, in whole pixels. @param focus relative to the size */
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
const DAWN = "#f59359";
const QUIET = "#5b606b";

/** The drawing (SVG), its colors, and its subject's position (0 left, 1 right): only half of it is visible. `photo` replaces it. */
export type Scene = {
  drawing: string;
  colors: ArtColors;
  focus: number;
  isMirrored?: boolean;
  photo?: Photo | undefined;
  logo?: ReadFile | undefined;
};

type ReadFile = () => Promise<Uint8Array | null>;

/** Without a focal point, sharp chooses the most striking part. */
export type Photo = { read: ReadFile; focus?: Focus | undefined };

/** Null if it can't be decoded, so that the drawing stays. */
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

async function placeLogo(sign: keyof typeof LOGO_PLACES, read: ReadFile) {
  const { default: sharp } = await import("sharp");
  const { left, top, ...room } = LOGO_PLACES[sign];
  const bytes = await read();
  if (!bytes) return [];
  const input = await sharp(bytes)
    .resize({ ...room, fit: "inside" })
    .png()
    .toBuffer();
  return [{ input, left, top }];
}

/** A PNG of 1200 × 630. @throws errors of the picture's `read`, because an image without the picture would be cached */
export async function renderSocialImage(
  card: SocialCard,
  { drawing, colors, focus, isMirrored = false, photo, logo }: Scene,
): Promise<Buffer> {
  // 15 MB of code for a few images, so it is loaded on the first request for one.
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
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    placeDrawing(drawing, colors, { ...picture, focus, isMirrored }),
    ...(card.brand ? [] : [placeMark(INK, DAWN)]),
    written,
    "</svg>",
  ].join("");
  const shown = photo === undefined ? null : await cutOut(photo, picture);
  const sign = card.brand?.sign;
  const layers = [
    ...(shown ? [{ input: shown, left: picture.x, top: picture.y }] : []),
    ...(logo && (sign === "logo" || sign === "symbol") ? await placeLogo(sign, logo) : []),
  ];
  // True color: a palette would save half of 60 kB, but sometimes gives a flat area the wrong tone.
  return sharp(Buffer.from(svg)).composite(layers).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}
