/** The words check as data: which folders are read, and what isn't written there. words.mjs applies it. */

export const READ = ["app/browser", "app/pages", "app/ui", "app/domain", "app/http", "app/platform", "app/boot"];

/** Files whose strings are lists for machines: passwords, elements, languages, user agents, SQL. */
export const NOT_PROSE = [
  "app/domain/analytics/collect/agents.ts",
  "app/domain/analytics/collect/origins.ts",
  "app/domain/backups/archive/drop-tables.ts",
  "app/domain/backups/archive/load-database.ts",
  "app/domain/backups/archive/read-catalog.ts",
  "app/domain/content/draw-diagram.ts",
  "app/domain/content/draw-math.ts",
  "app/domain/content/markup/code-languages.ts",
  "app/domain/content/markup/tree.ts",
  "app/domain/content/markup/frames.ts",
  "app/domain/content/sanitize.ts",
  "app/domain/demo/visitor-profiles.ts",
  "app/domain/imports/read/add-paragraphs.ts",
  "app/domain/imports/read/convert-code.ts",
  "app/domain/imports/read/convert-shortcodes.ts",
  "app/domain/imports/read/markdown/find-picture.ts",
  "app/domain/posts/pages/page-rules.ts",
  "app/domain/posts/text-measure-rules.ts",
  "app/domain/appearance/sanitize-svg.ts",
  "app/http/api-docs/style.ts",
  "app/pages/admin/editor/rich/clean-paste.ts",
];

/** Folders and files whose texts are given elsewhere: the messages of Supabase Auth, which its clients know by heart. */
export const GIVEN_ELSEWHERE = ["app/http/auth-v1/", "app/domain/auth/", "app/texts/languages/"];

/** Folders whose texts go to a terminal or a log, where apostrophes and quotes are straight. */
export const PRINTED = ["app/boot/", "app/platform/config/", "app/platform/database/", "app/platform/postgres/"];

/** Texts that docs/SPECIFICATION.md gives with a straight apostrophe, and one that RFC 7234 gives with straight quotes. */
export const GIVEN_STRAIGHT = [
  "The article you're looking for doesn't exist or has been moved.",
  "You don't have permission to access this page. Admin privileges are required.",
  '110 - "Response is Stale"',
];

/**
 * Words that docs/GLOSSARY.md leaves out, and variants that dictionaries of American English allow.
 * @type {{ pattern: RegExp, instead: string }[]}
 */
export const RULES = [
  {
    pattern: /\bmails\b|\b(a|an|the|this|that|each|every|one|no|another|any) mail\b(?! (server|service|program|scanner)s?)/i,
    instead: "“email”",
  },
  { pattern: /\be-mails?\b/i, instead: "“email”" },
  { pattern: /\bweb ?site\b(?! Analytics)/i, instead: "“site”" },
  {
    pattern: /\b(log|logs|logged|logging) (in|on|out|off)\b|\b(to|you|please) (login|logout)\b/i,
    instead: "“sign in”, “sign out”",
  },
  { pattern: /\bsign(up|in)\b/i, instead: "“sign up” (verb), “sign-up” (noun)" },
  // Not in words to search by, nor in a stored action of the activity log.
  { pattern: /\bpictures?\b(?! (photo|header|fetch)\b)/i, instead: "“image”" },
  { pattern: /\b(the|recycle) bin\b/i, instead: "“trash”" },
  { pattern: /\b(journal|audit log)\b/i, instead: "“activity log”" },
  { pattern: /\b(ruling|verdict)s?\b/i, instead: "“rule”" },
  { pattern: /\btickets?\b/i, instead: "“form token”, “one-time link”" },
  { pattern: /\b(mend|mends|mending)\b/i, instead: "“fix”" },
  {
    pattern: /\b(cancelled|cancelling|programme|catalogue|grey|towards|afterwards?|learnt|whilst|amongst|misspelt)\b/i,
    instead: "American: canceled, program, catalog, gray, toward, later, learned, while, among, misspelled",
  },
];
