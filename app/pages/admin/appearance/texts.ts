/*
 * The visible texts of the appearance, so that they can be read in one go.
 */

/** Logo, icon and the picture of Home. */
export const BRAND = {
  replace: "Replace",
  upload: "Upload",
  remove: "Remove",
  theLark: "The lark",
  larkNote: "Next to the name of your site",
  none: "None",
  nameAlone: "The name alone",
  yourLogo: "Your logo",
  logoNote: "In place of the name",
  logoAndName: "Your logo and the name",
  logoAndNameNote: "For a logo without words",
  aLandscape: "A landscape",
  landscapeNote: "Hills at dawn, in your colors",
  plainNote: "Words on plain paper",
  yourPicture: "Your picture",
  ownPictureNote: "Next to the words",
  pictures: "Pictures",
  headerLogo: "Logo in the header",
  logo: "Logo",
  logoMissing: "Upload a logo, as SVG or a picture, before you save.",
  logoHint: "SVG or a picture. Also used in emails and social images.",
  darkLogo: "Logo for the dark theme",
  darkLogoHint: "Only if the other one is hard to see on dark paper.",
  icon: "Icon",
  iconHint: (width: number, height: number) =>
    `For browser tabs, home screens and feeds. SVG, or a square picture of at least ${width} × ${height} pixels; all sizes are made from it.`,
  topOfHome: "Top of Home",
  pictureOfHome: "Picture of Home",
  pictureMissing: "Choose a picture before you save.",
  homeText: "You can change the text and button of Home in {settings}.",
  settings: "Settings",
} as const;

/** Colors and their contrast. */
export const COLOR = {
  unreadable: (theme: string, pair: string, contrast: string, needed: number) =>
    `In the ${theme} theme, ${pair} would have a contrast of ${contrast} : 1. Text needs ${needed} : 1.`,
  use: (color: string) => `Use ${color} instead`,
  light: "Light",
  dark: "Dark",
  inLight: "in the light theme",
  inDark: "in the dark theme",
  darkIsDerived: "Dark colors are derived from the light ones.",
  deriveDarkColors: "Derive dark colors",
  dawn: "Dawn",
  brick: "Brick",
  ochre: "Ochre",
  moss: "Moss",
  pine: "Pine",
  sea: "Sea",
  indigo: "Indigo",
  plum: "Plum",
  raspberry: "Raspberry",
  graphite: "Graphite",
  ivory: "Ivory",
  white: "White",
  mist: "Mist",
  sand: "Sand",
  mint: "Mint",
  sky: "Sky",
  rose: "Rose",
} as const;

/** Cards and the width of text. */
export const LAYOUT = {
  plain: "Plain",
  plainNote: "Pictures and text, without a box",
  framed: "Framed",
  framedNote: "A thin line around each card",
  tinted: "Tinted",
  tintedNote: "A box in a darker paper",
  narrow: "Narrow",
  narrowNote: "About 58 letters a line",
  normal: "Normal",
  normalNote: "About 66 letters a line",
  wide: "Wide",
  wideNote: "About 74 letters a line",
} as const;

/** Earlier looks. */
export const HISTORY = {
  history: "History",
  inUse: "In use",
  takeAgain: "Try again",
  by: (name: string) => `, by ${name}`,
  lookOf: (time: string) => `: the look of ${time}`,
} as const;

/** The preview. */
export const PREVIEW = {
  desktop: "Desktop",
  phone: "Phone",
  preview: "Preview",
  article: "Article",
  about: "About",
  page: "Page",
  device: "Device",
  theme: "Theme",
  failed: "The preview could not be opened. Reload this screen to try again.",
} as const;

/** The screen, its state and its buttons. */
export const LOOK = {
  oneColorUnreadable: "One color can't be read.",
  colorsUnreadable: (count: number) => `${count} colors can't be read.`,
  pictureMissing: "A picture is missing.",
  notPublicYet: "Not public yet",
  allChangesSaved: "All changes saved",
  reset: "Reset",
  saving: "Saving...",
  save: "Save",
  colors: "Colors",
  accent: "Accent",
  paper: "Paper",
  typeHeading: "Type",
  fonts: "Fonts",
  widthOfText: "Width of text",
  lists: "Lists",
  cards: "Cards",
  appearance: "Appearance",
  lead: "Readers see a new look once you save it.",
  looks: "Looks",
  readyLooksLead: "Start with one of these, then change anything. Your logo and pictures stay.",
  lookSaved: "Look saved",
  undo: "Undo",
  saveFailed: (message: string) => `Failed to save the look: ${message}`,
} as const;
