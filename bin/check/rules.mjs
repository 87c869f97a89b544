/**
 * The layout of the house as data: who may import whom, how long files are, what nothing is called.
 * docs/ARCHITECTURE.md says why; structure.mjs applies it.
 */

/** What is looked at: folders and files of the project. Generated files (`*.gen.ts`) are left out. */
export const LOOKED_AT = ["server.ts", "app", "db", "bin", "test", "e2e", "bench"];

/** The most lines that a file has, and a function outside of tests: lines of code, without blank ones and comments. */
export const LENGTH = { source: 400, test: 600, function: 60 };

/** Names that say nothing about what is inside: neither a folder nor a file. */
export const EMPTY_NAMES = ["utils", "util", "lib", "helpers", "helper", "common", "misc"];

/** Files whose tool wants a default export. */
export const DEFAULT_EXPORT_WANTED = [
  /^[^/]+\.config\.ts$/,
  /^test\/global-setup\.ts$/,
  /^e2e\/start-site\.ts$/,
  /^bin\/test\/stray-errors\.mjs$/,
];

/**
 * The rooms, each with the files that belong to it: the first pattern that fits names the room.
 * `may`: the rooms it imports from, besides itself. `types`: rooms it takes types from, by `import type` alone.
 * `packages`: packages it does without. `instead`: where a line belongs that breaks the rule.
 * @type {{ name: string, files: RegExp, may: string[], types?: string[], withoutPackages?: string[], instead: string }[]}
 */
export const ROOMS = [
  {
    name: "test",
    files: /^(test|e2e|bench)\/|\.test\.tsx?$/,
    may: ["*"],
    instead: "",
  },
  {
    name: "bin",
    files: /^bin\//,
    may: ["platform", "built styles"],
    instead: "a command starts the product as a program; what it shares with the product goes to app/platform",
  },
  {
    // It becomes one file, which authors run on their computers.
    name: "command",
    files: /^app\/cli\//,
    may: ["rules"],
    instead: "the command knows the API and nothing of the server; rules go to the noun's *-rules.ts",
  },
  { name: "wiring", files: /^(server\.ts|app\/(app|events)\.tsx?|app\/boot\/.*)$/, may: ["*"], instead: "" },
  {
    name: "scripts of the world",
    files: /^app\/platform\/romanize\.ts$/,
    may: [],
    instead: "it spells letters and knows of nothing else",
  },
  {
    name: "letters",
    files: /^app\/platform\/fold-text\.ts$/,
    may: [],
    instead: "it compares letters and knows of nothing else",
  },
  {
    name: "time as text",
    files: /^app\/platform\/time\/time-format\.ts$/,
    may: [],
    instead: "every page loads it; what reckons with days and zones goes to the other files of app/platform/time",
  },
  {
    name: "time",
    files: /^app\/platform\/time\//,
    may: [],
    instead: "it reckons with days, months and zones, and knows of nothing else",
  },
  {
    name: "routes",
    files: /^app\/(routes|base-path)\.ts$/,
    may: [],
    instead: "routes.ts and base-path.ts know nothing of anybody else",
  },
  {
    // What readers see, in the site's language. English stands beside the screens, and other languages take its type from there.
    // The values of the English texts, which the server lists and completes languages with.
    name: "English texts",
    files: /^app\/texts\/english\.ts$/,
    may: ["public pages", "pages", "ui", "domain"],
    instead: "it collects the English texts, which are next to the screens",
  },
  {
    name: "texts",
    files: /^app\/texts\//,
    may: [],
    types: ["English texts"],
    instead: "texts know nothing of what shows them",
  },
  // In the chunk of the back office, which a page that named it would bring along.
  { name: "admin routes", files: /^app\/admin-routes\.ts$/, may: [], instead: "admin-routes.ts knows nothing of anybody" },
  {
    name: "rules",
    files:
      /^app\/domain\/([^/]+\/([^/]+\/)?(?!(?:compile|manage)-)[a-z-]+-rules|(?:reader-session|text|name)-rules|content\/(?:markup\/[a-z-]+|common-sequence)|categories\/palette)\.ts$/,
    may: ["time", "letters", "routes"],
    types: ["schema"],
    withoutPackages: ["*"],
    instead: "rules are pure and without dependencies; put what needs more into a capability of the noun",
  },
  {
    name: "policy",
    files: /^app\/domain\/([^/]+\/)?([a-z-]+\.)?policy\.ts$/,
    may: ["rules"],
    types: ["schema"],
    withoutPackages: ["*"],
    instead: "a policy is pure and also runs in pages; put what needs more into a capability of the noun",
  },
  {
    // A noun's own file, such as posts/post.ts. Public pages take types from it; the back office also takes values.
    name: "schema",
    files:
      /^app\/domain\/(schema-fields|settings\/site-content|posts\/post-shapes|media\/picture|(?:[a-z-]+\/)?([a-z-]+?)(s\/\2|ies\/\2y|\/\2))\.ts$/,
    may: ["time", "rules"],
    types: ["texts"],
    instead: "a schema says what comes in; put what needs more into a capability of the noun",
  },
  {
    name: "domain",
    files: /^app\/domain\//,
    may: [
      "time",
      "letters",
      "rules",
      "policy",
      "schema",
      "platform",
      "scripts of the world",
      "routes",
      "admin routes",
      "tables",
      "texts",
      "English texts",
    ],
    instead: "the domain knows no wire format and no screen; the line belongs into app/http or app/pages",
  },
  {
    name: "rendering",
    files: /^app\/http\/pages[^/]*(\/.*|\.tsx?)$/,
    may: [
      "http",
      "API client",
      "domain",
      "rules",
      "policy",
      "schema",
      "page frame",
      "public pages",
      "pages",
      "ui",
      "browser",
      "platform",
      "routes",
      "texts",
    ],
    instead: "rendering turns a request into a page; the line belongs into app/domain",
  },
  {
    name: "API client",
    files: /^app\/http\/api\/(admin\/)?client\.ts$/,
    may: ["routes", "rules"],
    types: ["http", "schema"],
    withoutPackages: ["zod", "@hono/zod-openapi"],
    instead: "the API client also runs in the browser, so it takes no more than types from the server",
  },
  {
    name: "http",
    files: /^app\/http\//,
    may: ["time", "rendering", "API client", "domain", "rules", "policy", "schema", "platform", "routes"],
    instead: "only app/http/pages*.ts(x) renders screens; the line belongs there",
  },
  {
    name: "public pages",
    files: /^app\/pages\/public\//,
    may: ["page frame", "ui", "browser", "API client", "routes", "rules", "policy", "texts"],
    types: ["http", "schema"],
    withoutPackages: ["zod", "@hono/zod-openapi"],
    instead: "a screen asks queries.ts next to it, which asks the API client; rules go to the noun's *-rules.ts",
  },
  {
    name: "page frame",
    files: /^app\/pages\/[^/]+$/,
    may: ["public pages", "pages", "ui", "browser", "API client", "routes", "rules", "policy"],
    types: ["http", "schema"],
    withoutPackages: ["zod", "@hono/zod-openapi"],
    instead: "what every screen shares is loaded by every reader; the line belongs to the screen that needs it",
  },
  {
    name: "pages",
    files: /^app\/pages\//,
    // The back office alone loads the table of all scripts, and only once a title needs it.
    may: [
      "time",
      "time as text",
      "letters",
      "public pages",
      "page frame",
      "ui",
      "browser",
      "API client",
      "routes",
      "admin routes",
      "rules",
      "policy",
      "schema",
      "scripts of the world",
      "texts",
    ],
    types: ["http"],
    instead: "a screen asks queries.ts next to it, which asks the API client; rules go to the noun's *-rules.ts",
  },
  {
    // The build writes them, and `bin/subset-fonts.mjs` makes the fonts for them.
    name: "built styles",
    files: /^app\/ui\/styles\//,
    may: ["rules"],
    instead: "these style sheets are computed before the product is built",
  },
  {
    name: "ui",
    files: /^app\/ui\//,
    may: ["time as text", "routes", "rules", "texts"],
    types: ["schema"],
    withoutPackages: ["zod", "@hono/zod-openapi", "@tanstack/react-query"],
    instead: "a component of ui/ is given what it shows; what fetches belongs to a screen in app/pages",
  },
  {
    name: "browser",
    files: /^app\/browser\//,
    may: ["page frame", "public pages", "pages", "ui", "API client", "routes", "rules", "policy", "texts"],
    types: ["http", "schema"],
    withoutPackages: ["zod", "@hono/zod-openapi"],
    instead: "what runs in the browser asks the server through the API client; rules go to the noun's *-rules.ts",
  },
  {
    name: "platform",
    files: /^app\/platform\//,
    may: ["letters"],
    types: ["tables"],
    instead: "an adapter knows no word of blogs: hand it in as an argument, or move the line to app/domain",
  },
  { name: "tables", files: /^db\/schema\.gen\.ts$/, may: [], instead: "" },
  {
    name: "db",
    files: /^db\//,
    may: ["time", "domain", "rules", "schema", "platform", "tables"],
    instead: "seeding uses the domain's capabilities",
  },
];

/**
 * Which noun may call which other noun's capabilities; everybody may read everybody's schema and rules. Without circles.
 * @type {Record<string, string[]>}
 */
export const domainReach = {
  auth: ["mail", "notifications", "audit"],
  users: ["auth", "audit", "mail", "settings", "notifications", "subscribers", "posts"],
  posts: ["categories", "tags", "settings", "search", "content", "audit", "media", "mail", "notifications", "tokens"],
  categories: ["audit", "media"],
  authors: ["audit", "media", "users"],
  tags: ["audit"],
  comments: ["posts", "audit", "mail", "settings", "notifications", "subscribers"],
  media: ["audit", "settings"],
  subscribers: ["audit", "mail", "settings"],
  newsletter: ["subscribers", "mail", "notifications", "settings", "content", "audit", "appearance", "media", "social"],
  previews: ["posts", "audit", "notifications"],
  settings: ["audit", "appearance", "words"],
  words: ["audit"],
  appearance: ["audit"],
  navigation: ["audit"],
  mail: ["audit"],
  notifications: ["mail", "settings"],
  redirects: ["audit"],
  analytics: ["settings", "search", "audit", "posts", "redirects"],
  content: ["media"],
  imports: ["posts", "tags", "content", "redirects", "media", "settings", "navigation", "words", "appearance", "audit"],
  "post-files": ["posts", "imports", "tags"],
  exports: ["audit", "post-files", "posts", "navigation", "words", "appearance"],
  backups: ["audit", "auth", "notifications", "settings", "media", "imports"],
  dashboard: ["posts", "comments", "mail", "backups", "analytics"],
  demo: ["posts", "comments", "audit", "settings", "analytics"],
  home: ["settings", "posts", "appearance"],
  feeds: ["posts", "categories", "tags", "settings", "content"],
  privacy: ["auth", "analytics"],
  likes: ["posts", "comments"],
  setup: ["auth", "demo", "settings", "appearance", "audit", "categories", "navigation", "backups"],
  social: ["settings"],
  system: ["audit", "imports", "content", "mail", "backups"],
  tokens: ["auth", "audit", "mail", "settings"],
  trash: ["posts", "comments", "categories", "audit"],
  webhooks: ["posts", "comments", "users", "subscribers", "newsletter", "audit", "notifications", "settings"],
};

/**
 * Nouns that write any noun's tables.
 * @type {Record<string, string>} the reason of each
 */
export const WRITES_ANY_TABLE = {
  demo: "the demo content comes and goes in a few statements, dated in the past",
  imports: "an import stores, replaces and removes a hundred posts with their comments at a time",
};

/**
 * Tables that other nouns write besides their owner: table → noun → reason.
 * @type {Record<string, Record<string, string>>}
 */
export const SHARED_TABLES = {
  posts: {
    categories: "posts calls categories; deleting one moves its posts in the same transaction",
    tags: "posts calls tags; a renamed tag raises the version of its posts in the same transaction",
    users: "deleting a user gives their articles to another, or deletes them",
  },
  posts_tags: { tags: "posts calls tags; merging and deleting tags changes the links of posts" },
  post_slugs: { redirects: "counts how often a former slug is followed" },
  users: {
    auth: "signing up and in, passwords and email addresses; users calls auth",
    comments: "stores whether a user wants mails about replies, by a link that needs no sign-in",
  },
  admin_notices: { users: "deleting a user removes what names them" },
  audit_log: { users: "deleting a user removes what names them" },
  outbox: {
    users: "deleting a user removes what names them",
    subscribers: "erasing a subscriber removes the confirmations to them",
    comments: "erasing a guest removes the emails to them",
  },
};
