import { ALT_MAX, MAX_FRAMES, MAX_PIXELS } from "./media-rules.ts";

// Apart from media-rules.ts, which readers load.

export const MESSAGES = {
  kind: "must be a JPEG, PNG, WebP, AVIF or GIF image",
  svg: "must be a JPEG, PNG, WebP, AVIF or GIF image; SVG files can contain scripts and aren’t accepted",
  heic: "is a HEIC photo, which most browsers can’t show: export it as JPEG",
  empty: "is empty",
  damaged: "is damaged or incomplete and can’t be read to its end",
  calledOff: "was called off",
  otherSum: "isn’t the file that `sha256` is of: something was lost or changed on its way",
  pixels: `must have at most ${MAX_PIXELS / 1_000_000} megapixels, all frames counted`,
  frames: `must have at most ${MAX_FRAMES} frames`,
  focus: "must be a number from 0 to 1",
  alt: `Alternative text must have at most ${ALT_MAX} characters`,
} as const;
