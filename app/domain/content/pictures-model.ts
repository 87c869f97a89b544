/** How wide a picture is in its article. */
export type PictureWidth = "column" | "wide" | "full";

/** The class of the `<figure>` around a picture; one as wide as the text has none. */
export const WIDTH_CLASSES = { wide: "picture-wide", full: "picture-full" } as const;

/** The width that a figure's classes ask for. */
export function widthOf(classes: string): PictureWidth {
  const names = classes.split(/\s+/);
  if (names.includes(WIDTH_CLASSES.full)) return "full";
  return names.includes(WIDTH_CLASSES.wide) ? "wide" : "column";
}
