/*
 * The visible texts of the settings, so that they can be read in one go. Labels that the specification gives are where they are used.
 */

/** The sections of the screen. */
export const SECTIONS = {
  general: "General",
  comments: "Comments",
  users: "Users",
  system: "System",
  appearance: "Appearance",
  privacy: "Privacy",
  machines: "AI and crawlers",
  machinesLead: "What the site offers to programs, and which crawlers robots.txt turns away. Well-behaved crawlers follow it.",
  auto: "Auto (follow the reader's device)",
  light: "Light",
  dark: "Dark",
} as const;

/** What is said about a setting. */
export const HINTS = {
  updatedPosts: "The date places the post in lists and feeds. The editor can decide otherwise for each update.",
  timezone:
    "Days in analytics begin at midnight here. After a change, past days are recounted from the visits still stored, so past visitors can differ by a few percent. Searches and missing pages stay on their old days.",
  siteUrl: "Used in links, feeds and emails. Leave empty to use the server's own address.",
  adminEmail: "Readers' replies and notifications go here.",
  comments: "When off, existing comments stay but no new ones can be posted.",
  approval: "New comments need approval before they appear.",
  signUp: "When off, no one can sign up.",
  confirmation: "New users confirm their address by email.",
  idleDays: "Users sign in again after this many days without a visit.",
  sessionDays: "Users sign in again after this many days, active or not.",
  analytics: "When off, no visits are recorded.",
  notifications: "Email the admin about new comments, new users and notes on previews.",
  maintenance: "Readers see a maintenance page, and no one can sign up. Admins can keep working.",
  uploadSize: "Max upload size (MB)",
  securityContact:
    "An email or https address for reports of security problems, published in security.txt. Leave it empty to publish none.",
  theme: "Readers can override this.",
  language: "The language you write in, for screen readers, translators and feeds. Menus and buttons stay in English.",
  dateFormat: "How the back office writes dates. Public pages follow its order.",
  mostRead: "A short list below Featured Stories, of articles that aren't featured.",
  privacyPage:
    "Lists what this site stores, why and for how long, and follows the settings. Your own text, written under Pages, comes first. When off, the page shows its original text.",
  markdown: "Offer articles as Markdown (llms.txt)",
  markdownMore: "Each article is also available at its address followed by .md, and llms.txt lists them all.",
  crawlers: "When off, all crawlers below are asked to stay away. Search engines aren't affected.",
} as const;

/** The texts of the site's own pages. */
export const SITE = {
  automatic: "Automatic",
  textHere: "The text here",
  nothing: "Nothing",
  currentNumber: "The current number",
  numberOfArticles: "Number of articles",
  numberOfReaders: "Readers of the last 30 days",
  numberOfLikes: "Number of likes",
  shown: (label: string) => `${label}: shown`,
  heroTitle: "Hero title",
  heroLead: "Hero lead",
  buttonLabel: "Button label",
  buttonTarget: "Button leads to",
  buttonArticle: "Button article",
  articleHint: "Type words of the title, or paste the article's address. Leave it empty to hide the button.",
  profileCard: "Profile card",
  profileHint:
    "The figures under Follow Me. Automatic shows your own text once you change it, and the current number until then; with demo content, it shows the example. Readers are the unique visitors of the last 30 days, as Web Analytics counts them.",
  articles: "Articles",
  readers: "Readers",
  likes: "Likes",
  about: "About",
  aboutHint:
    "Automatic shows your own text once you change it. Until then, and without demo content, it counts readers and articles and hides the other two figures.",
  aboutLead: "About lead",
  stat: (count: number) => `Stat ${count}`,
  statLabel: (count: number) => `Stat ${count} label`,
  statShown: (count: number) => `Stat ${count}: shown`,
  mission: "Mission",
  vision: "Vision",
  value: (count: number) => `Value ${count}`,
  valueText: (count: number) => `Value ${count} text`,
  authorsAndFooter: "Authors and footer",
  defaultAuthor: "Default author",
  bylineHint: "Byline for articles without an author. Default: “The {site} editors”.",
  footerText: "Footer text",
  footerHint: "Leave empty to use the site description.",
  copyrightLine: "Copyright line",
  copyrightHint: "Shown after ©, the year and the site's name.",
  siteContent: "Site content",
  siteContentLead: "Text on Home, About and in the footer.",
} as const;

/** The button of Home. */
export const BUTTON = {
  anArticle: "An article",
  buttonAddress: "Button address",
  addressPlaceholder: "/path or https://…",
  leadsTo: (title: string) => `Leads to “${title}”.`,
} as const;

/** The demo content, and its removal. */
export const DEMO_DATA = {
  listOf: (others: string, last: string | undefined) => `${others} and ${last}`,
  editedArticles: (count: number, have: string) => ` ${count} of these articles ${have} been edited since then.`,
  readersComments: (comments: string, go: string) => ` ${comments} that real people wrote on demo articles ${go} with them.`,
  removed: "Demo content removed",
  removeFailed: (message: string) => `Failed to remove the demo content: ${message}`,
  removeText: (listed: string, alsoGone: string) =>
    `This removes ${listed}.${alsoGone} Everything you created stays, and so do the categories. This action cannot be undone.`,
  removeTitle: "Remove demo content?",
  title: "Demo content",
  siteCame: (listed: string) => `The site came with ${listed}.`,
  removing: "Removing...",
  remove: "Remove demo content",
  none: "There is no demo content. Everything here is yours.",
} as const;

/** Settings that someone else has saved. */
export const CONFLICT = {
  on: "On",
  off: "Off",
  mine: "Yours",
  theirs: "Saved elsewhere",
  title: "These settings were changed elsewhere",
  back: "Back to the form",
  save: "Save my choices",
  lead: "Nothing has been saved yet, and nothing you typed is lost. Choose which values to keep.",
  kept: (fields: string) => `Changes made elsewhere are kept: ${fields}.`,
} as const;

/** The form, its state and its buttons. */
export const FORM = {
  title: "Settings",
  lead: "Changes apply to the whole site as soon as you save.",
  sections: "Sections",
  oneProblem: "One field needs attention.",
  problems: (wrong: number) => `${wrong} fields need attention.`,
  unsavedChanges: "Unsaved changes",
  allChangesSaved: "All changes saved",
  reset: "Reset",
  saving: "Saving...",
  save: "Save",
  copy: (time: string) => `This browser has unsaved changes of yours from ${time}.`,
  restore: "Restore",
  discard: "Discard",
  listingDefault: "The listing shows 6 until a number is saved here.",
  showInListing: (typed: string) => `Show ${typed} in the listing`,
  resetText: "Every field here goes back to its default. Nothing changes for readers until you save.",
  resetTitle: "Reset to the defaults?",
} as const;
