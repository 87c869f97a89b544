/** How long a preview link lives, by its name, in milliseconds. */
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

/** So many links of one post live at a time, and so many notes are taken for one. */
export const PREVIEWS_MAX = 20;
export const NOTES_MAX = 500;

/** Bounds of a note, in characters. */
export const NOTE_LIMITS = { name: 80, text: 2000, quote: 300 } as const;

/** What stands in a link: 256 bits as 64 lower-case hex characters. */
export const PREVIEW_TOKEN = /^[0-9a-f]{64}$/;

/** The address of a preview on this site. */
export const previewPath = (token: string): string => `/preview/${token}`;

/** A living link as the back office shows it; the token itself is nowhere kept. Times in ISO 8601, UTC. */
export type PreviewLink = {
  id: string;
  created_at: string;
  expires_at: string;
  created_by: { id: string; full_name: string | null; email: string } | null;
  may_note: boolean;
  notes: number;
};

/** A new link, with its address: shown this once. */
export type MadePreview = PreviewLink & { url: string };

/** What somebody who has a link noted down. `quote` is empty for a note about the whole. */
export type PreviewNote = {
  id: string;
  author_name: string;
  content: string;
  quote: string;
  created_at: string;
  resolved_at: string | null;
  resolved_by: { id: string; full_name: string | null; email: string } | null;
};

/** A post's notes, those that are open first, then the newest. */
export type PreviewNotes = { items: PreviewNote[]; open: number };
