export const BRAND_PARTS = ["logo", "icon"] as const;
export type BrandPart = (typeof BRAND_PARTS)[number];

/** Pixels; an SVG keeps its form and gets a copy of this size. */
export const LOGO_BOX = { width: 960, height: 160 };
/** Pixels of a stored icon, and of the shortest side of one that is accepted. */
export const ICON_SIDE = 512;
export const ICON_MIN = 180;
export const BRAND_FILE_MB = 4;
export const SVG_MAX_KB = 256;

/** Browsers and feed readers look for these names at the top of a site. */
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

/** The name contains the size, so that pages can reserve its space. */
export const logoFile = (width: number, height: number, format: string): string => `logo-${width}x${height}.${format}`;

export function logoAt(address: string): { id: string; width: number; height: number } | null {
  const [, id, width, height] = LOGO.exec(address) ?? [];
  return id ? { id, width: Number(width), height: Number(height) } : null;
}

export const iconAt = (address: string): string | null => ICON.exec(address)?.[1] ?? null;

/** For what can't show SVG, such as mails. */
export const pngOf = (address: string): string => address.replace(/\.svg$/, ".png");

export const besideOf = (address: string, name: string): string => address.replace(/[^/]+$/, name);
