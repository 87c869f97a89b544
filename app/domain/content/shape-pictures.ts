import { heightAt, mediaAt, sourcesOf } from "../media/media-rules.ts";
import { type PictureWidth, widthOf } from "./pictures-model.ts";
import { type Element, type Node, walk } from "./tree-model.ts";

/** In pixels. */
export type Size = { width: number; height: number };

/** How wide pictures are shown (`pages/public/story/prose.css`): as the column of text, on a phone as the screen without its margins. */
const SIZES: Record<PictureWidth, string> = {
  column: "(min-width: 44rem) 41rem, 92vw",
  wide: "(min-width: 52rem) 48rem, 92vw",
  full: "100vw",
};

/** The ids of the library's pictures that an article shows, each once. */
export function picturesIn(nodes: Node[]): string[] {
  const ids = new Set<string>();
  walk(nodes, ({ name, attributes }) => {
    const media = name === "img" ? mediaAt(attributes.src ?? "") : null;
    if (media) ids.add(media.id);
  });
  return [...ids];
}

/** A picture is as wide as its author says, and never wider than it is; the height goes with it. */
function sizeOf(attributes: Element["attributes"], whole: Size): Size {
  const width = Math.min(Number(attributes.width ?? whole.width), whole.width);
  return { width, height: heightAt(whole, width) };
}

function toPicture(image: Element, address: string, whole: Size, layout: PictureWidth): void {
  const { width, height } = sizeOf(image.attributes, whole);
  const { src = "", alt = "", width: _, height: __, ...others } = image.attributes;
  const isNarrow = layout === "column" && width < whole.width;
  const sizes = isNarrow ? `(min-width: ${width}px) ${width}px, 92vw` : SIZES[layout];
  const sources = sourcesOf(address).map(
    ({ type, srcset }): Element => ({ name: "source", attributes: { type, srcset, sizes }, children: [] }),
  );
  const attributes = { src, alt, width: String(width), height: String(height), ...others };
  image.children = [...sources, { name: "img", attributes, children: [] }];
  image.name = "picture";
  image.attributes = {};
}

/**
 * Makes the library's pictures such that each reader gets the copy that fits their screen and browser, in a place that is kept
 * free for it. All other pictures stay as they are, and so do ours that don't exist (any more).
 * @param sizes of the whole pictures, by id
 */
export function shapePictures(nodes: Node[], sizes: ReadonlyMap<string, Size>): void {
  const layouts = new Map<Element, PictureWidth>();
  walk(nodes, (element) => {
    if (element.name === "figure") {
      const layout = widthOf(element.attributes.class ?? "");
      for (const child of element.children) if (typeof child !== "string") layouts.set(child, layout);
    }
    if (element.name !== "img") return true;
    const address = element.attributes.src ?? "";
    const whole = sizes.get(mediaAt(address)?.id ?? "");
    if (whole) toPicture(element, address, whole, layouts.get(element) ?? "column");
    return false;
  });
}
