import type { Focus } from "../media/model.ts";

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
