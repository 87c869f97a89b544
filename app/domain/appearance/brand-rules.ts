export const BRAND_PARTS = ["logo", "icon"] as const;
export type BrandPart = (typeof BRAND_PARTS)[number];

/** The largest box that a stored logo fits into, in pixels; an SVG keeps its form and gets a copy of this size. */
export const LOGO_BOX = { width: 960, height: 160 };
/** The sides of a stored icon, and the shortest side of one that is taken, in pixels. */
export const ICON_SIDE = 512;
export const ICON_MIN = 180;
/** The largest file, in megabytes, and the largest SVG, in kilobytes. */
export const BRAND_FILE_MB = 4;
export const SVG_MAX_KB = 256;

/** The files that are made from an icon. Browsers and feed readers look for these names at the top of a site. */
export const ICON_FILES = [
  "favicon.ico",
  "apple-touch-icon.png",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
] as const;

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const LOGO = new RegExp(`^/brand/(${ID})/logo-([1-9]\\d{0,3})x([1-9]\\d{0,3})\\.(svg|png)$`);
const ICON = new RegExp(`^/brand/(${ID})/icon\\.(svg|png)$`);

export const brandAddress = (id: string, name: string): string => `/brand/${id}/${name}`;

/** The name of a logo's file, which tells its size so that pages can keep its place. */
export const logoFile = (width: number, height: number, format: string): string => `logo-${width}x${height}.${format}`;

/** Parses the path of a logo; null for everything else. */
export function logoAt(address: string): { id: string; width: number; height: number } | null {
  const [, id, width, height] = LOGO.exec(address) ?? [];
  return id ? { id, width: Number(width), height: Number(height) } : null;
}

/** The upload that the path of an icon names; null for everything else. */
export const iconAt = (address: string): string | null => ICON.exec(address)?.[1] ?? null;

/** The PNG copy of a logo or icon, for what can't show SVG, such as mails. */
export const pngOf = (address: string): string => address.replace(/\.svg$/, ".png");

export const besideOf = (address: string, name: string): string => address.replace(/[^/]+$/, name);
