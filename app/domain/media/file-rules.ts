/** Readers see pictures, play audio and video, and download files. */
export const MEDIA_KINDS = ["picture", "audio", "video", "file"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

type Format = { kind: Exclude<MediaKind, "picture">; mime: string; label: string };

/** By the ends of their names. */
export const FILE_FORMATS = {
  mp3: { kind: "audio", mime: "audio/mpeg", label: "MP3" },
  m4a: { kind: "audio", mime: "audio/mp4", label: "M4A" },
  ogg: { kind: "audio", mime: "audio/ogg", label: "Ogg" },
  wav: { kind: "audio", mime: "audio/wav", label: "WAV" },
  mp4: { kind: "video", mime: "video/mp4", label: "MP4" },
  webm: { kind: "video", mime: "video/webm", label: "WebM" },
  pdf: { kind: "file", mime: "application/pdf", label: "PDF" },
  epub: { kind: "file", mime: "application/epub+zip", label: "EPUB" },
  zip: { kind: "file", mime: "application/zip", label: "ZIP" },
  docx: { kind: "file", mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", label: "Word" },
  xlsx: { kind: "file", mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", label: "Excel" },
  pptx: { kind: "file", mime: "application/vnd.openxmlformats-officedocument.presentationml.presentation", label: "PowerPoint" },
  odt: { kind: "file", mime: "application/vnd.oasis.opendocument.text", label: "OpenDocument" },
  ods: { kind: "file", mime: "application/vnd.oasis.opendocument.spreadsheet", label: "OpenDocument" },
  odp: { kind: "file", mime: "application/vnd.oasis.opendocument.presentation", label: "OpenDocument" },
  csv: { kind: "file", mime: "text/csv; charset=utf-8", label: "CSV" },
  txt: { kind: "file", mime: "text/plain; charset=utf-8", label: "Text" },
  vtt: { kind: "file", mime: "text/vtt; charset=utf-8", label: "WebVTT" },
} as const satisfies Record<string, Format>;

export type FileFormat = keyof typeof FILE_FORMATS;

export const isFileFormat = (format: string): format is FileFormat => Object.hasOwn(FILE_FORMATS, format);

export const kindOf = (format: string): MediaKind => (isFileFormat(format) ? FILE_FORMATS[format].kind : "picture");

/** By the end of the path. */
export function playedAt(address: string): "audio" | "video" | null {
  const end = /\.(\w{2,5})$/.exec(address.replace(/[?#].*$/s, ""))?.[1]?.toLowerCase() ?? "";
  const kind = kindOf(end);
  return kind === "audio" || kind === "video" ? kind : null;
}

/** "MP3 audio", "PDF file". */
export function fileKindText(url: string): string {
  const format = fileAt(url)?.format;
  return format ? `${FILE_FORMATS[format].label} ${FILE_FORMATS[format].kind}` : "File";
}

/** As a file dialog takes them: `.mp3,.m4a`. */
export const acceptedFiles = (...kinds: readonly MediaKind[]): string =>
  Object.entries(FILE_FORMATS)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([format]) => `.${format}`)
    .join();

const FILE = String.raw`([a-z0-9][a-z0-9-]{0,79}\.(${Object.keys(FILE_FORMATS).join("|")}))`;
export const FILE_NAME = new RegExp(`^${FILE}$`);
const ADDRESS = new RegExp(`^/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/${FILE}$`);

/** @param name under which the file is stored */
export const fileAddress = (id: string, name: string): string => `/media/${id}/${name}`;

/** Null for pictures and everything else. */
export function fileAt(address: string): { id: string; name: string; format: FileFormat } | null {
  const [, id, name, format] = ADDRESS.exec(address) ?? [];
  return id && name && format && isFileFormat(format) ? { id, name, format } : null;
}

const KILOBYTE = 1024;

/** "48 KB", "1.3 MB". */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  if (kilobytes < 1) return `${bytes} B`;
  return kilobytes < KILOBYTE ? `${Math.round(kilobytes)} KB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

/** A film of three hours has about 200 KB. */
export const CAPTIONS_MAX_BYTES = KILOBYTE * KILOBYTE;

export const FILE_MESSAGES = {
  kind: "must be an MP3, M4A, Ogg, WAV, MP4 or WebM file, or a PDF, EPUB, ZIP, Office, OpenDocument, CSV, text or WebVTT file",
  markup: "contains HTML, SVG or other markup, which could run scripts and isn’t accepted",
  picture: "is an image: upload it as one",
  captions: "isn’t a WebVTT file: its first line must be WEBVTT",
  captionsSize: `is too long for captions: a WebVTT file has at most ${CAPTIONS_MAX_BYTES / KILOBYTE / KILOBYTE} MB`,
} as const;
