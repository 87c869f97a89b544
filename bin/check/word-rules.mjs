/**
 * The words of the house as data: which folders are read, what isn't written there and what is written instead. words.mjs applies it;
 * docs/STYLE.md says it in two lines. Texts of docs/SPECIFICATION.md are exempt by being in it, between single quotes.
 */

export const READ = ["app/browser", "app/pages", "app/ui", "app/domain", "app/http", "app/platform", "app/boot"];

/** Files whose strings are lists for machines: passwords, elements, languages, user agents, SQL. */
export const NOT_PROSE = [
  "app/boot/boot-dev.ts",
  "app/domain/analytics/collect/agents.ts",
  "app/domain/analytics/collect/origins.ts",
  "app/domain/auth/common-passwords.ts",
  "app/domain/backups/archive/load-database.ts",
  "app/domain/backups/archive/read-catalogue.ts",
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
  "app/pages/admin/editor/rich/clean-paste.ts",
  "app/http/api-docs/style.ts",
  "app/ui/icon.tsx",
];

/** Folders and files whose texts are given elsewhere: the messages of Supabase Auth, which its clients know by heart. */
export const GIVEN_ELSEWHERE = ["app/http/auth-v1/", "app/domain/auth/"];

/** Strings of a screen that look like texts and that nobody reads: keys, headers, classes, names of errors, the type of dragged files, commands, values with a unit. */
export const UNSPOKEN =
  /^(Escape|Enter|Tab|Home|End|Arrow\w+|Control.*|Ctrl|Mod-\w+|Meta.*|Alt.*|AbortError|Auth\w+Error|Files|ProseMirror-\w+|Bearer .*|[A-Z]+(_[A-Z]+)+|[^A-Z]*(npm|--)[^A-Z]*|[^A-Z ]*)$/;

/** Texts of the product's first specification that docs/SPECIFICATION.md doesn't repeat. */
export const SPECIFIED = ["HTTP error! status: {…}", "Like this article", "Sign In", "Page not found", "Go to home now"];

/** Titles written with capitals, because the specification gives such titles to the screens, cards, fields and buttons next to them. */
export const TITLES = [
  "Activity Log",
  "Automatic Redirects",
  "Back to Pages",
  "Blog Analytics",
  "Category Performance",
  "Confirm Password",
  "Create Account",
  "Create Page",
  "Create Post",
  "Current Password",
  "Day by Day",
  "Edit Page",
  "Edit Post",
  "Engagement Trends",
  "Entry Pages",
  "Exit Pages",
  "Featured Stories",
  "Full Name",
  "Import and Export",
  "Latest Articles",
  "Mark as Spam",
  "Missing Pages",
  "Most Read",
  "New Email",
  "New Password",
  "New Post",
  "Operating Systems",
  "Read Funnel",
  "Readers Right Now",
  "Related Articles",
  "Remove Admin",
  "Searches Without Results",
  "Try Again",
  "Update Page",
];

/**
 * What isn't written, and what is instead. `only`: the place of the text, as read-texts.mjs names it. `not`: a text that is right all
 * the same. `whole`: not for texts that go on in an element before or after them.
 * @type {{ pattern: RegExp, instead: string, only?: RegExp, not?: RegExp, whole?: boolean }[]}
 */
export const RULES = [
  { pattern: /\b(whoever|whomever|whatever|whichever)\b/i, instead: "“anyone who”, “everything that”, or leave it out" },
  { pattern: /\banew\b/i, instead: "“again”" },
  { pattern: /\bbeside\b/i, instead: "“next to”" },
  { pattern: /\b(stand|stands|stood) (for|beside|under|here|there|in)\b/i, instead: "“means”, “is shown in” or “is”" },
  { pattern: /\bcomes? along\b/i, instead: "“is imported”, “is included” or “comes with”" },
  { pattern: /\b(mend|mends|mending)\b/i, instead: "“fix”" },
  { pattern: /\b(somebody|anybody|everybody|nobody)\b/i, instead: "“someone”, “anyone”, “everyone”, “no one”" },
  { pattern: /\b(throw|throws) away\b|\bhand (it|them|the link) on\b/i, instead: "“discard”; “share”" },
  { pattern: /\bnever mind\b/i, instead: "“Cancel”" },
  { pattern: /\bby hand\b/i, instead: "“manually”, “yourself”" },
  { pattern: /\b(for good|for ever|forever more)\b/i, instead: "“permanently” or “forever”" },
  { pattern: /\bnothing of (yours|it|this|that|yours)\b/i, instead: "“your work”, “nothing”" },
  { pattern: /\bgoes out\b|\bgo out\b/i, instead: "“is published”" },
  { pattern: /\bin these days\b/i, instead: "“in this period”" },
  { pattern: /n't\b[^.]*\bany more\b(?! \w)/i, instead: "“no longer” before the verb" },
  {
    pattern: /\bmails\b|\b(a|an|the|this|that|each|every|one|no|another|any) mail\b(?! (server|service|program|scanner)s?)/i,
    instead: "“email”",
  },
  { pattern: /\be-mails?\b/i, instead: "“email”" },
  { pattern: /\bweb ?site\b/i, instead: "“site”", not: /^Website Analytics$|^WebSite$/ },
  { pattern: /\bcan not\b/i, instead: "“can't” or “cannot”" },
  {
    pattern: /\b(log|logs|logged|logging) (in|on|out|off)\b|\b(to|you|please) (login|logout)\b/i,
    instead: "“sign in”, “sign out”",
  },
  { pattern: /\bsignup\b|\bsignin\b/i, instead: "“sign up” (verb), “sign-up” (noun)" },
  {
    pattern: /\b(cancelled|cancelling|programme|catalogue|grey|towards|afterwards?|learnt|whilst|amongst)\b/i,
    instead: "American: canceled, program, catalog, gray, toward, later, learned, while, among",
  },
  { pattern: /\bmisspelt\b/i, instead: "“misspelled”" },
  { pattern: /[^.?!:”] please\b|^please\b/, instead: "a sentence of its own, as in the specification: “… Please try again.”" },
  {
    pattern: /\w…$/,
    instead: "three dots at the end of a label, as in the specification: “Saving...”; “…” only where something is left out",
  },
  { pattern: /\.{4,}|\.\.\.\s+[^\s(]/, instead: "three dots at the end of a label; “…” where something is left out" },
  { pattern: /[‘’]/, instead: "a straight apostrophe, as in the specification" },
  { pattern: /(^|\s)"[^"]+"/, instead: "quotation marks “like these”", not: /<\w|=|https?:|^110 / },
  { pattern: /(^|\s)'[A-Z][^']*'/, instead: "quotation marks “like these”" },
  { pattern: /!/, instead: "a period: only texts of the specification have exclamation marks", not: /!=|<!|!\w|%!/ },
  {
    pattern: /[.?!”] [A-Z“][^.?!]*[a-z]$/,
    instead: "a period at the end: this is more than one sentence",
    whole: true,
    not: /\b(vs|Avg)\. /,
  },
  {
    pattern: /\.$/,
    instead: "no period: this is a label, not a sentence",
    only: /^(button|label|th|dt|legend|option)$/,
    not: /\.\.\.$|[.?!] /,
  },
  {
    pattern: /^(?!During)[A-Z][a-z]+ing\b(?!.*\.\.\.$)/,
    instead: "a noun or a verb as a title, such as “Moderation” or “Publish a post”",
    only: /^(title|heading|h[1-6]|summary|legend)$/,
    not: /^(Something|Nothing|Missing|Waiting|Remaining|String|Heading|Setting|During|Pending|Operating)\b/,
  },
];

/** Texts that a rule would refuse, and why they are right. @type {Record<string, string>} */
export const RIGHT_ANYWAY = {
  "Delete what isn't needed, or give the disk more room. Large folders: du -xh --max-depth=2 DATA_DIR | sort -h":
    "it ends with a command",
  "PostgreSQL refuses to run as root, and this system has no other user to run it as (looked for the caller of sudo, “postgres” and “nobody”). Nothing was changed. Start as an ordinary user, or add one named “postgres”.":
    "“nobody” is the name of a user",
  "Welcome, {…}!": "it follows “Registration Successful!”, which the specification gives",
};
