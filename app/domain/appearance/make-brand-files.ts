import pLimit from "p-limit";
import type { Sharp } from "sharp";
import { DomainError } from "../errors.ts";
import { MESSAGES } from "../media/media-message-rules.ts";
import { MAX_PIXELS } from "../media/media-rules.ts";
import { type BrandPart, ICON_MIN, ICON_SIDE, LOGO_BOX, logoFile, SVG_MAX_KB } from "./brand-rules.ts";
import { isDrawable } from "./measure-svg.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";

/** By name; the first one is the upload itself, ready to be shown. */
export type BrandFiles = [name: string, body: Buffer][];

const refuse = (rule: string, cause?: unknown) =>
  new DomainError("invalid", "invalid_input", "This file isn’t accepted", { details: [{ field: "file", rule }], cause });

const KINDS = new Set(["jpeg", "png", "webp", "gif", "avif", "heif"]);
const PNG = { compressionLevel: 9 };
/** Dots per inch at which a unit of an SVG is a pixel, and the most that sharp accepts. */
const UNIT_DPI = 72;
const DPI_MAX = 7200;
/** seconds */
const PATIENCE = 10;
/** Drawing takes threads that pages and passwords need, so one upload is drawn at a time. */
const limit = pLimit(1);
/** The part of a maskable icon that is never cut off. */
const SAFE = 0.8;
const SVG_SIDE = 32_767;

type Drawing = { svg: string | null; width: number; height: number; open(dpi?: number): Sharp };

async function readDrawing(bytes: Buffer): Promise<Drawing> {
  const { default: sharp } = await import("sharp");
  if (bytes.byteLength === 0) throw refuse(MESSAGES.empty);
  const isSvg = /<svg[\s>]/i.test(bytes.subarray(0, 4096).toString("utf8"));
  if (isSvg && bytes.byteLength > SVG_MAX_KB * 1024) throw refuse(`must have at most ${SVG_MAX_KB} kB as an SVG`);
  const svg = isSvg ? sanitizeSvg(bytes.toString("utf8")) : null;
  if (isSvg && svg === null) throw refuse("must be an SVG that only draws, without scripts and without parts from other sites");
  if (svg !== null && !isDrawable(svg)) throw refuse("must be a simpler SVG: it has too many elements, copies or filters");
  const source = svg === null ? bytes : Buffer.from(svg);
  const open = (dpi = UNIT_DPI) =>
    sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error", ...(svg !== null && { density: dpi }) }).autoOrient();
  try {
    const { format, autoOrient } = await open().metadata();
    if (svg === null && !KINDS.has(format)) throw refuse("must be an SVG, PNG, JPEG, WebP, AVIF or GIF image");
    // Decoded once, so that a damaged file is refused.
    if (svg !== null && Math.max(autoOrient.width, autoOrient.height) > SVG_SIDE)
      throw refuse(`must be at most ${SVG_SIDE} units wide and high as an SVG`);
    if (svg === null) await open().timeout({ seconds: PATIENCE }).stats();
    return { svg, width: autoOrient.width, height: autoOrient.height, open };
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : refuse(svg === null ? MESSAGES.kind.replace("a JPEG", "an SVG, JPEG") : MESSAGES.damaged, error);
  }
}

const dpiFor = (scale: number) => Math.min(DPI_MAX, Math.max(1, Math.ceil(UNIT_DPI * scale)));

async function makeLogo({ svg, width, height, open }: Drawing): Promise<BrandFiles> {
  const room = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height);
  const scale = svg === null ? Math.min(1, room) : room;
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const png = await open(dpiFor(scale))
    .resize({ ...size, fit: "fill" })
    .toColorspace("srgb")
    .timeout({ seconds: PATIENCE })
    .png(PNG)
    .toBuffer();
  const name = (format: string) => logoFile(size.width, size.height, format);
  return svg === null
    ? [[name("png"), png]]
    : [
        [name("svg"), Buffer.from(svg)],
        [name("png"), png],
      ];
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

function packIco(pictures: { side: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

async function makeIcon({ svg, width, height, open }: Drawing): Promise<BrandFiles> {
  if (svg === null && Math.min(width, height) < ICON_MIN)
    throw refuse(`must be at least ${ICON_MIN} × ${ICON_MIN} pixels, because all sizes of the icon are made from it`);
  const { default: sharp } = await import("sharp");
  const whole = await open(dpiFor(ICON_SIDE / Math.max(width, height)))
    .resize({ width: ICON_SIDE, height: ICON_SIDE, fit: "contain", background: CLEAR })
    .toColorspace("srgb")
    .ensureAlpha()
    .timeout({ seconds: PATIENCE })
    .png(PNG)
    .toBuffer();
  const sized = (side: number) => sharp(whole).resize(side, side).png(PNG).toBuffer();
  // An icon that fills its square goes on beyond it; any other stands on white.
  const [r = 0, g = 0, b = 0, alpha = 0] = await sharp(whole).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  const ground = alpha === 255 ? { r, g, b, alpha: 1 } : WHITE;
  const inner = Math.round(ICON_SIDE * SAFE);
  const margin = (ICON_SIDE - inner) / 2;
  const maskable = sharp(await sized(inner))
    .extend({
      top: Math.floor(margin),
      left: Math.floor(margin),
      bottom: Math.ceil(margin),
      right: Math.ceil(margin),
      background: ground,
    })
    .flatten({ background: ground });
  const small = await Promise.all([16, 32, 48].map(async (side) => ({ side, png: await sized(side) })));
  return [
    ...(svg === null ? [] : ([["icon.svg", Buffer.from(svg)]] as BrandFiles)),
    ["icon.png", whole],
    ["favicon.ico", packIco(small)],
    [
      "apple-touch-icon.png",
      await sharp(await sized(180))
        .flatten({ background: ground })
        .png(PNG)
        .toBuffer(),
    ],
    ["icon-192.png", await sized(192)],
    ["icon-512.png", whole],
    ["icon-maskable-512.png", await maskable.png(PNG).toBuffer()],
  ];
}

/**
 * SVG without anything that runs or calls other sites, and PNG in all sizes; the same, byte for byte, when made from its own first file.
 * @throws DomainError invalid_input naming `file`: no picture, damaged, or too small
 */
export const makeBrandFiles = (part: BrandPart, bytes: Buffer): Promise<BrandFiles> => limit(makeNext, part, bytes);

async function makeNext(part: BrandPart, bytes: Buffer): Promise<BrandFiles> {
  const drawing = await readDrawing(bytes);
  try {
    return await (part === "logo" ? makeLogo(drawing) : makeIcon(drawing));
  } catch (error) {
    // Everything else that goes wrong here lies in the file, such as sides that can't be drawn.
    throw error instanceof DomainError ? error : refuse(MESSAGES.damaged, error);
  }
}
