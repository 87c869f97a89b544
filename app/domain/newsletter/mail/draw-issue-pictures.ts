import type { ReactNode } from "react";
import { logoAt, pngOf } from "../../appearance/brand-rules.ts";
import { openBrandFile } from "../../appearance/upload-brand-file.ts";
import { type Element, type Node, plainText, serialize } from "../../content/markup/tree.ts";
import type { Context } from "../../context.ts";
import { FONT_FAMILY, socialFonts } from "../../social/fonts.ts";
import { COLUMN_WIDTH } from "./issue-mail.ts";
import type { Palette } from "./issue-styles.ts";

/** `width`: pixels of the file, twice as many as are shown. */
export type Drawing = { png: Buffer; width: number };

/** Pixels of a screen per pixel of an email. */
const DENSITY = 2;
const MAX_HEIGHT = 4000;

const colorOf = (name: string, { sheet, tint, ink, quiet, line, accent }: Palette): string => {
  const colors: Record<string, string> = {
    "--bg": sheet,
    "--_text": ink,
    "--_text-sec": ink,
    "--_line": quiet,
    "--_arrow": accent,
    "--_node-fill": tint,
    "--_node-stroke": accent,
    "--_group-fill": sheet,
    "--_group-hdr": tint,
    "--_inner-stroke": line,
    "--_key-badge": tint,
  };
  return colors[name] ?? quiet;
};

/** As the style sheet of articles has it, by what the name of the class begins with. */
const chartColors = ({ tint, ink, quiet, line, accent }: Palette): [begin: string, attributes: Record<string, string>][] => [
  ["xychart-grid", { fill: line }],
  ["xychart-title", { fill: ink }],
  ["xychart-bar", { fill: tint, stroke: accent, "stroke-width": "1.5" }],
  ["xychart-line-shadow", { fill: "none", opacity: "0" }],
  ["xychart-line", { fill: "none", stroke: accent, "stroke-width": "2.5" }],
  ["xychart-legend-line", { fill: "none", stroke: accent, "stroke-width": "2.5" }],
  ["xychart-dot", { fill: accent }],
  ["xychart-", { fill: quiet }],
];

/** HTML has no capital letters in names of attributes, XML does. */
const CASED = Object.fromEntries(
  ["viewBox", "markerWidth", "markerHeight", "refX", "refY"].map((name) => [name.toLowerCase(), name]),
);

const VARIABLE = /^var\((--[\w-]+)\)$/;

function colored({ attributes }: Element, palette: Palette): Record<string, string> {
  const { class: className = "", ...rest } = attributes;
  const [, ofClass = {}] = chartColors(palette).find(([begin]) => className.startsWith(begin)) ?? [];
  const plain = Object.entries(rest).map(([name, value]) => {
    const variable = VARIABLE.exec(value)?.[1];
    return [CASED[name] ?? name, variable ? colorOf(variable, palette) : value];
  });
  return { ...Object.fromEntries(plain), ...ofClass };
}

type Line = { text: string; x: number; y: number };

const lengthOf = (value: string | undefined, size: number): number =>
  value === undefined ? 0 : Number.parseFloat(value) * (value.endsWith("em") ? size : 1);

function linesOf(text: Element, size: number): Line[] {
  const { x = "0", y = "0", dy } = text.attributes;
  const broken = text.children.filter((child): child is Element => typeof child === "object" && child.attributes.x !== undefined);
  let top = Number(y) + lengthOf(dy, size);
  if (broken.length === 0) return [{ text: plainText(text.children), x: Number(x), y: top }];
  return broken.map(({ attributes, children }) => {
    top += lengthOf(attributes.dy, size);
    return { text: plainText(children), x: Number(attributes.x), y: top };
  });
}

/** Inter's, relative to the type size: how far letters reach above the base line, and the height of a line. */
const ASCENT = 0.969;
const LINE_HEIGHT = 1.21;
const BOLD = 600;

const ALIGN: Record<string, { justify: string; share: number }> = {
  start: { justify: "flex-start", share: 0 },
  middle: { justify: "center", share: 0.5 },
  end: { justify: "flex-end", share: 1 },
};

type DrawText = (text: Element, palette: Palette) => Promise<string>;

/** Letters as paths, because a server needn't have fonts. @throws NoLetters */
async function textDrawer(): Promise<DrawText> {
  const [{ default: satori }, { fonts, drawable }] = await Promise.all([import("satori"), socialFonts()]);
  return async (text, palette) => {
    const attributes = colored(text, palette);
    const size = Number(attributes["font-size"] ?? 13);
    const isBold = attributes["font-weight"] === "bold" || Number(attributes["font-weight"]) >= BOLD;
    const { justify, share } = ALIGN[attributes["text-anchor"] ?? "start"] ?? { justify: "flex-start", share: 0 };
    const drawn = linesOf(text, size).map(async (line) => {
      const letters = drawable(line.text);
      if (letters !== line.text.normalize("NFC")) throw new NoLetters();
      const width = Math.ceil(letters.length * size + 2 * size);
      const style = {
        display: "flex",
        width,
        justifyContent: justify,
        whiteSpace: "nowrap",
        fontFamily: isBold ? FONT_FAMILY.strong : FONT_FAMILY.text,
        fontWeight: isBold ? BOLD : 500,
        fontSize: size,
        lineHeight: LINE_HEIGHT,
        color: attributes.fill ?? palette.ink,
      };
      const tree = { type: "div", props: { style, children: letters } } as unknown as ReactNode;
      const svg = await satori(tree, { width, height: Math.ceil(size * 2), fonts });
      const place = `x="${line.x - width * share}" y="${line.y - size * ASCENT}" overflow="visible"`;
      return svg.replace("<svg ", `<svg ${place} `);
    });
    const transform = attributes.transform ? ` transform="${attributes.transform}"` : "";
    return `<g${transform}>${(await Promise.all(drawn)).join("")}</g>`;
  };
}

class NoLetters extends Error {}

const TEXT_MARK = /<text data-at="(\d+)"><\/text>/g;

async function toSvg(drawing: Element, palette: Palette): Promise<string> {
  const drawText = await textDrawer();
  const texts: Promise<string>[] = [];
  const convert = (nodes: Node[]): Node[] =>
    nodes.map((node): Node => {
      if (typeof node === "string") return node;
      if (node.name !== "text") return { ...node, attributes: colored(node, palette), children: convert(node.children) };
      texts.push(drawText(node, palette));
      return { name: "text", attributes: { "data-at": String(texts.length - 1) }, children: [] };
    });
  const [svg] = convert([{ ...drawing, attributes: { ...drawing.attributes, xmlns: "http://www.w3.org/2000/svg" } }]);
  const letters = await Promise.all(texts);
  return serialize(svg ? [svg] : []).replace(TEXT_MARK, (_, at: string) => letters[Number(at)] ?? "");
}

/** On opaque paper, so that it can be read on any background. @param drawing of an article @returns null if fonts lack its letters */
export async function drawDiagramPicture(drawing: Element, palette: Palette): Promise<Drawing | null> {
  const [, , wide = 0, high = 0] = (drawing.attributes.viewbox ?? "").split(/[\s,]+/).map(Number);
  if (!(wide > 0 && high > 0)) return null;
  const shown = Math.min(wide, COLUMN_WIDTH, (MAX_HEIGHT / DENSITY) * (wide / high));
  const width = Math.round(shown * DENSITY);
  try {
    const { default: sharp } = await import("sharp");
    const size = { width: String(width), height: String(Math.round((width * high) / wide)) };
    const svg = await toSvg({ ...drawing, attributes: { ...drawing.attributes, ...size } }, palette);
    const png = await sharp(Buffer.from(svg)).flatten({ background: palette.sheet }).png({ compressionLevel: 9 }).toBuffer();
    return { png, width };
  } catch (error) {
    if (error instanceof NoLetters) return null;
    throw error;
  }
}

/** Pixels of the logo as shown, and around it. */
const LOGO_HEIGHT = 36;
const LOGO_WIDTH = 300;
const LOGO_SPACE = 6;

/** On opaque paper: black letters would vanish on the dark background of a mail program. @param address of the logo for light themes */
export async function drawLogo(ctx: Context, address: string, { sheet }: Palette): Promise<Drawing | null> {
  const id = logoAt(address)?.id;
  const file = id && (await openBrandFile(ctx, id, pngOf(address).replace(/^.*\//, "")));
  if (!file) return null;
  const { default: sharp } = await import("sharp");
  const room = { width: LOGO_WIDTH * DENSITY, height: LOGO_HEIGHT * DENSITY, fit: "inside" } as const;
  const space = LOGO_SPACE * DENSITY;
  const { data, info } = await sharp(file)
    .resize(room)
    .extend({ top: space, bottom: space, left: space, right: space, background: sheet })
    .flatten({ background: sheet })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width };
}
