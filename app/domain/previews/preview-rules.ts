const HOUR = 60 * 60_000;
export const PREVIEW_SPANS = ["1h", "1d", "7d", "30d"] as const;
export type PreviewSpan = (typeof PREVIEW_SPANS)[number];
export const PREVIEW_SPAN_MS: Record<PreviewSpan, number> = {
  "1h": HOUR,
  "1d": 24 * HOUR,
  "7d": 7 * 24 * HOUR,
  "30d": 30 * 24 * HOUR,
};
export const PREVIEW_SPAN_DEFAULT: PreviewSpan = "7d";

export const PREVIEWS_MAX = 20;
export const NOTES_MAX = 500;
/** With which a post is sent back at once. */
export const REMARKS_MAX = 20;

/** Characters. */
export const NOTE_LIMITS = { name: 80, text: 2000, quote: 300 } as const;

/** 256 bits. */
export const PREVIEW_TOKEN = /^[0-9a-f]{64}$/;

export const previewPath = (token: string): string => `/preview/${token}`;
