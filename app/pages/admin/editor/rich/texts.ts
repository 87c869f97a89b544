/*
 * The visible texts of the rich text editor. Those that the specification gives are where they are used.
 */

/** The bar for what is selected. */
export const CONTEXT = {
  embedOn: (kind: string, site: string) => `${kind} on ${site}`,
  embed: "Embed",
  embedTitle: "Its title",
  removeEmbed: "Remove embed",
  formula: "Formula (LaTeX)",
  diagram: "Diagram (Mermaid)",
  alt: "Alternative text",
  pictureShows: "What the picture shows",
  removePicture: "Remove picture",
  editLink: "Edit link",
  removeLink: "Remove link",
  language: "Language",
  plainText: "Plain text",
  rowAbove: "Row above",
  rowBelow: "Row below",
  deleteRow: "Delete row",
  columnLeft: "Column left",
  columnRight: "Column right",
  deleteColumn: "Delete column",
  headerRow: "Header row",
  deleteTable: "Delete table",
  selection: "Selection",
} as const;

/** The dialog that embeds something of another site. */
export const EMBED = {
  embed: "Embed",
  address: "Address",
  notEmbeddable: (sites: string) => `This must be an address at ${sites}`,
  hint: (sites: string) => `From ${sites}`,
  title: "Title",
  titleHint: "Readers see the title before they play it",
  cancel: "Cancel",
} as const;

/** The dialog of a link. */
export const LINK = {
  add: "Add link",
  edit: "Edit link",
  address: "Address",
  hint: "Another page, a section of this one (#…), an email address, or part of a post's title",
  posts: "Posts",
  rule: "The address must begin with https://, http://, mailto:, tel:, / or #",
  text: "Text",
  cancel: "Cancel",
  save: "Save link",
} as const;

/** A picture of another site. */
export const OFFSITE = {
  fetch: "Fetch into the library",
  picture: "A picture",
  hint: "Readers get a link until it is in your library.",
  fetching: "Fetching...",
  fetchFailed: (reason: string) => `Couldn't fetch it: ${reason}.`,
  on: (what: string, site: string) => `${what} · on ${site}`,
} as const;

/** A footnote. */
export const FOOTNOTE = {
  title: (number: number) => `Footnote ${number}`,
  placeholder: "What the note says",
  remove: "Remove footnote",
} as const;

/** Pictures in the text. */
export const PICTURE = {
  undescribed: (count: number) =>
    count === 1 ? "One picture has no alternative text." : `${count} pictures have no alternative text.`,
  describe: "Describe it",
  column: "Column",
  wide: "Wide",
  full: "Full",
  bar: "Image",
  alt: "Alt text",
  placeholder: "What the image shows",
  width: "Width",
  replace: "Replace",
  remove: "Remove",
  leftOut: (count: number) => (count === 1 ? "One picture was left out" : `${count} pictures were left out`),
  leftOutHint: "Upload them from your computer.",
  uploading: (name: string) => `Uploading ${name}...`,
  uploadOf: (name: string) => `Upload of ${name}`,
} as const;

/** The menu that / opens. */
export const INSERT = {
  label: "Insert",
  groups: { text: "Text", insert: "Insert" },
  status: (count: number) => `${count} ${count === 1 ? "thing" : "things"} to insert; arrow keys choose`,
} as const;

/** The toolbar. */
export const TOOLBAR = {
  label: "Formatting",
} as const;

/** Other names for what the menu offers, by its name in the toolbar, in the menu's groups. */
export const INSERT_WORDS = {
  text: {
    Quote: "blockquote citation",
    "Heading 2": "h2 title section",
    "Heading 3": "h3 title section",
    "Heading 4": "h4 title section",
    "Bullet list": "ul unordered points",
    "Numbered list": "ol ordered steps",
    "Code block": "pre program",
  },
  insert: {
    Image: "picture photo media upload",
    Table: "rows columns grid",
    Divider: "line rule hr separator",
  },
} as const;

/** The tools, in the toolbar and in the slash menu. */
export const TOOL = {
  heading: (level: number) => `Heading ${level}`,
  bold: "Bold",
  italic: "Italic",
  strikethrough: "Strikethrough",
  code: "Code",
  bulletList: "Bullet list",
  numberedList: "Numbered list",
  quote: "Quote",
  codeBlock: "Code block",
  table: "Table",
  divider: "Divider",
  undo: "Undo",
  redo: "Redo",
  link: "Link",
  image: "Image",
  footnote: "Footnote",
  embed: "Embed",
  postLink: "Link to a post",
} as const;
