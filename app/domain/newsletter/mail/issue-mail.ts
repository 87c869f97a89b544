/** `path`: such as `/story/dawn`. `html`: as posts store it. `language`: null for the site's. */
export type IssueArticle = {
  id: string;
  path: string;
  title: string;
  summary: string;
  html: string;
  language: string | null;
  authors: string[];
  picture: { address: string; alt: string } | null;
};

/** `isListed`: lists in no particular language have it, rather than another version of it. */
export type DigestArticle = IssueArticle & { isListed: boolean };

/** `html`: as `renderContent` returns it. An empty title of a digest becomes "New on {site}". A digest shows no `html`. */
export type IssueContent =
  | { kind: "article"; article: IssueArticle }
  | { kind: "text"; title: string; html: string }
  | { kind: "digest"; title: string; articles: DigestArticle[] };

/** An empty subject becomes the title, an empty preview text the summary. `campaign` is in the links to the site. */
export type Issue = {
  campaign: string;
  subject: string;
  preview: string;
  postalAddress: string;
  content: IssueContent;
};

/** The mail of a digest has no articles yet: each recipient gets some of these. `rest` follows where some had no room. */
export type DigestParts = {
  articles: (Pick<DigestArticle, "id" | "title" | "isListed"> & { html: string; text: string })[];
  rest: { html: string; text: string };
};

/** A template: `addressIssue` completes it for a recipient. `isCut`: it was too long and ends before the article does. */
export type IssueMail = { subject: string; html: string; text: string; isCut: boolean; digest?: DigestParts };

/** What differs per recipient. Nothing else in a template has square brackets in its HTML. The last two are those of a digest. */
export const PLACEHOLDERS = {
  choices: "[[choices]]",
  unsubscribe: "[[unsubscribe]]",
  titles: "[[titles]]",
  articles: "[[articles]]",
} as const;

/** Bytes. Gmail hides what comes after 102 kB. */
export const ISSUE_MAX_BYTES = 90_000;

/** Bytes that the addresses of a recipient may take. */
export const ADDRESSES_BYTES = 1000;

/** pixels */
export const SHEET_WIDTH = 600;
export const COLUMN_WIDTH = 552;
