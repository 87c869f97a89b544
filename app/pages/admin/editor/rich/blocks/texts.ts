/*
 * The visible texts of the editor's blocks. Those that the specification gives are where they are used.
 */

/** Captions of a video. */
export const CAPTIONS = {
  add: "Add captions",
  remove: "Remove captions",
  language: "Captions in",
  noLanguage: "No language",
} as const;

/** The words of a recording, in a toggle below it. */
export const TRANSCRIPT = { add: "Add transcript", title: "Transcript" } as const;

/** A bookmark of another page. */
export const BOOKMARK = {
  notAnAddress: "This must be the address of a page, as in https://example.com/",
  title: "Bookmark",
  address: "Address",
  hint: "The page's title, description and picture are fetched once and stored here",
  add: "Add bookmark",
  titleLabel: "Title",
  description: "Description",
  withoutPicture: "Without picture",
  remove: "Remove bookmark",
} as const;

/** A callout. */
export const CALLOUT = {
  title: "Callout",
  remove: "Remove callout",
} as const;

/** Fetching from another site. */
export const FETCH = {
  unanswered: "The server can't be reached",
  cancel: "Cancel",
  fetching: "Fetching...",
  failed: (what: string, reason: string) => `The ${what} can't be fetched: ${reason}`,
} as const;

const NOT_FITTING = {
  audio: "This isn't an audio file.",
  video: "This isn't a video.",
  file: "This can't be added as a file.",
  captions: "This isn't a WebVTT file.",
} as const;
const NEEDED = {
  audio: "Choose an MP3, M4A, Ogg or WAV file.",
  video: "Choose an MP4 or WebM video.",
  file: NOT_FITTING.file,
  captions: NOT_FITTING.captions,
} as const;

/** The dialog that adds a recording, a video, a file or captions. */
export const FILE_DIALOG = {
  library: "In the library",
  notAnAddress: "This must be the address of a file, as in https://example.com/larks.mp3",
  upload: "Upload",
  orDrop: (hint: string) => `${hint} You can also drop a file here.`,
  address: "Address",
  addressHint: "A file from another site is fetched once and stored here.",
  add: (what: string) => `Add ${what}`,
  titles: { audio: "Audio", video: "Video", file: "File", captions: "Captions" },
  hints: {
    audio: "MP3, M4A, Ogg or WAV.",
    video: "MP4 or WebM.",
    file: "PDF, EPUB, ZIP, Word, Excel, PowerPoint, OpenDocument, CSV or text.",
    captions: "A WebVTT file.",
  },
  notFitting: NOT_FITTING,
  refused: (asked: keyof typeof NEEDED) => NEEDED[asked],
} as const;

/** A file to download. */
export const FILE = {
  name: "Name",
  about: "Kind and size",
  remove: "Remove file",
} as const;

/** A gallery. */
export const GALLERY = {
  add: "Add a picture to the gallery",
  ungroup: "Ungroup",
  earlier: "Move earlier",
  later: "Move later",
} as const;

/** A formula. */
export const FORMULA = {
  title: "Formula",
  placeholder: "LaTeX, as in E=mc^2",
  remove: "Remove formula",
} as const;

/** A recording or a video. */
export const PLAYER = {
  removeAudio: "Remove audio",
  removeStill: "Remove still image",
  addStill: "Add still image",
  removeVideo: "Remove video",
  kinds: { audio: "An audio file", video: "A video" },
} as const;

/** A toggle. */
export const TOGGLE = {
  open: "Open by default",
  remove: "Remove toggle",
} as const;

/** The blocks, in the slash menu. */
export const ITEM = {
  bookmark: "Bookmark",
  callout: "Callout",
  toggle: "Toggle",
  gallery: "Gallery",
  audio: "Audio",
  video: "Video",
  file: "File",
  formula: "Formula",
  diagram: "Diagram",
} as const;
