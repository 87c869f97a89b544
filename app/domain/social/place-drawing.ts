/** Colours by custom property, as in `--art-sky` → `#e3e3ff`. */
export type ArtColors = Record<string, string>;

const SYMBOL = /<symbol\b[^>]*?\bviewBox="0 0 (\d+) (\d+)"[^>]*>([\s\S]*)<\/symbol>/;
const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,\s*(#[0-9a-fA-F]{3,8})\s*)?\)/g;

/** Where a drawing goes, in pixels, and which part of its width stays: `focus` 0 is its left end, 1 its right. */
export type Frame = { x: number; y: number; width: number; height: number; focus: number };

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
