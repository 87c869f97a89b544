import { JSONParser } from "@streamparser/json";
import type { AuthorLink } from "../../authors/author.ts";
import { AUTHOR_LIMITS } from "../../authors/author-rules.ts";
import { isWebAddress } from "../../navigation/navigation-rules.ts";
import { ImportRefused } from "../errors.ts";
import type { ImportedAuthor, Report, Sample } from "../items.ts";
import { decodeEntities, textOf } from "./convert-html.ts";
import { categoryName, categorySlugOf, nameKey, shorten } from "./shape-fields.ts";
import { placed, type TextFile } from "./text-file.ts";

type Row = { table: string; row: Record<string, unknown> };

/** Limits of one row: bytes, and levels of nested values. */
const ROW_MAX = 24 * 1024 * 1024;
const DEPTH_MAX = 100;

function createDepth(max: number) {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (bytes: Uint8Array): boolean => {
    for (const byte of bytes) {
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        depth += 1;
        if (depth > max) return false;
      } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    }
    return true;
  };
}

const plainly = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** @param file `{"db":[{"meta":…,"data":{table:[rows]}}]}`, or one entry of it @throws ImportRefused naming the byte and the last table */
async function* rowsOf(file: TextFile): AsyncGenerator<Row> {
  const parser = new JSONParser({ paths: ["$.db.*.data.*.*", "$.data.*.*", "$.db.*.meta", "$.meta"], keepStack: false });
  let rows: Row[] = [];
  let last = "";
  let bytes = 0;
  let since = 0;
  const place = () => `byte ${bytes}${last ? `, in the table ${last}` : ""}`;
  parser.onValue = ({ value, stack, key }) => {
    since = 0;
    if (key === "meta") return;
    last = String(stack.at(-1)?.key ?? "");
    if (value && typeof value === "object" && !Array.isArray(value)) rows.push({ table: last, row: value as Row["row"] });
  };
  const isShallow = createDepth(DEPTH_MAX);
  const failed = (error: unknown) =>
    error instanceof ImportRefused ? error : new ImportRefused(place(), `The JSON is broken: ${plainly(error)}`, error);
  for await (const piece of file.open()) {
    const clean = bytes === 0 && piece[0] === 0xef && piece[1] === 0xbb ? piece.subarray(3) : piece;
    bytes += piece.length;
    since += piece.length;
    if (!isShallow(clean)) throw new ImportRefused(place(), `Values are nested more than ${DEPTH_MAX} deep.`);
    if (since > ROW_MAX) throw new ImportRefused(place(), `One row has more than ${ROW_MAX / 1024 ** 2} MB.`);
    try {
      parser.write(clean);
    } catch (error) {
      throw failed(error);
    }
    yield* rows;
    rows = [];
  }
  if (bytes === 0) throw new ImportRefused("byte 0", "The file is empty.");
  if (!parser.isEnded) throw new ImportRefused(place(), "The file is cut off before its end. Export it again.");
}

export const readRows = (file: TextFile): AsyncGenerator<Row> => placed(file, rowsOf(file));

type GhostTag = { key: string; name: string; slug: string; description: string; color: string | null; isInternal: boolean };
type GhostComment = { id: string; parent: string | null; member: string; html: string; status: string; at: unknown };

/** By Ghost's ids. */
export type GhostSurvey = {
  tags: Map<string, GhostTag>;
  authors: Map<string, ImportedAuthor>;
  tagsOf: Map<string, { id: string; order: number }[]>;
  authorsOf: Map<string, { id: string; order: number }[]>;
  metaOf: Map<string, { alt: string; description: string }>;
  members: Map<string, string>;
  commentsOf: Map<string, GhostComment[]>;
  settings: Map<string, string>;
  categories: Set<string>;
  samples: Sample[];
  total: number;
};

export const text = (value: unknown): string =>
  (typeof value === "string" ? value : typeof value === "number" ? String(value) : "").replaceAll("\0", "").toWellFormed();

const add = <T>(map: Map<string, T[]>, key: unknown, value: T) => {
  const list = map.get(text(key));
  if (list) list.push(value);
  else map.set(text(key), [value]);
};

type Fields = Record<string, unknown>;

export function ghostDate(value: unknown): Date | null {
  const date =
    typeof value === "number"
      ? new Date(value)
      : typeof value === "string" && value
        ? new Date(
            /^\d+$/.test(value) ? Number(value) : /[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(" ", "T")}Z`,
          )
        : null;
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 ? date : null;
}

export const postKey = (row: Fields): string => `post:${text(row.uuid) || text(row.id)}`.slice(0, 500);

const META: [RegExp, string][] = [
  [/^canonical_url$/, "Canonical URLs of posts that were first published elsewhere aren’t imported."],
  [/^meta_title$/, "Titles for search engines aren’t imported: they are made from the posts’ titles."],
  [/^(?:og|twitter)_(?:title|description|image)$/, "Titles, texts and images for social networks aren’t imported."],
];

function reportMeta(row: Fields, report: Report): void {
  for (const [name, sentence] of META)
    if (Object.keys(row).some((field) => name.test(field) && text(row[field]))) report("dropped", "all posts", sentence);
}

/** Ghost stores names for Facebook and X, and earlier versions an `@` before the latter. */
function linksOf(row: Fields): AuthorLink[] {
  const [website, facebook, twitter] = [text(row.website), text(row.facebook), text(row.twitter).replace(/^@/, "")];
  const links = [
    { label: URL.parse(website)?.host.replace(/^www\./, "") ?? "", url: website },
    { label: "Facebook", url: facebook && `https://www.facebook.com/${facebook}` },
    { label: "X", url: twitter && `https://x.com/${twitter}` },
  ];
  return links.filter(({ label, url }) => label !== "" && label.length <= AUTHOR_LIMITS.label && isWebAddress(url));
}

const READERS: Record<string, (survey: GhostSurvey, row: Fields, report: Report) => void> = {
  settings: (survey, row) => void survey.settings.set(text(row.key), text(row.value)),
  posts: (survey, row, report) => {
    survey.total += 1;
    reportMeta(row, report);
    const at = ghostDate(row.published_at) ?? ghostDate(row.created_at);
    survey.samples.push({ key: postKey(row), title: textOf(text(row.title)), at });
  },
  tags: (survey, row) => {
    const name = text(row.name);
    const isInternal = name.startsWith("#") || row.visibility === "internal";
    const color = /^#[0-9a-f]{6}$/i.exec(text(row.accent_color))?.[0].toLowerCase() ?? null;
    const slug = categorySlugOf(text(row.slug), name);
    survey.tags.set(text(row.id), {
      key: text(row.slug) || nameKey(name),
      name: categoryName(name) || slug,
      slug,
      description: shorten(textOf(text(row.description)), 500),
      color,
      isInternal,
    });
  },
  users: (survey, row) => {
    const key = text(row.id);
    survey.authors.set(key, {
      key,
      email: text(row.email) || null,
      name: decodeEntities(text(row.name)) || null,
      bio: decodeEntities(text(row.bio)),
      slug: text(row.slug),
      links: linksOf(row),
    });
  },
  posts_tags: (survey, row) => add(survey.tagsOf, row.post_id, { id: text(row.tag_id), order: Number(row.sort_order) || 0 }),
  posts_authors: (survey, row) =>
    add(survey.authorsOf, row.post_id, { id: text(row.author_id), order: Number(row.sort_order) || 0 }),
  posts_meta: (survey, row, report) => {
    reportMeta(row, report);
    const [alt, description] = [decodeEntities(text(row.feature_image_alt)), text(row.meta_description)];
    if (alt || description) survey.metaOf.set(text(row.post_id), { alt, description });
  },
  members: (survey, row) => void survey.members.set(text(row.id), text(row.name)),
  comments: (survey, row) =>
    add(survey.commentsOf, row.post_id, {
      id: text(row.id),
      parent: text(row.parent_id) || null,
      member: text(row.member_id),
      html: text(row.html),
      status: text(row.status),
      at: row.created_at,
    }),
};

const LEFT_OUT: Record<string, string> = {
  products: "Tiers and subscriptions aren’t imported.",
  newsletters: "Newsletters aren’t imported.",
  snippets: "Snippets aren’t imported.",
  webhooks: "Integrations aren’t imported.",
  integrations: "Integrations aren’t imported.",
  custom_theme_settings: "Settings of the theme aren’t imported.",
};

const SETTINGS: [RegExp, string][] = [
  [/^(?:title|description)$/, "The blog’s title and description aren’t imported: both are set in the settings here."],
  [/^(?:secondary_)?navigation$/, "The menu isn’t imported."],
  [/^(?:codeinjection_(?:head|foot)|ghost_(?:head|foot))$/, "Code that was added to all pages isn’t imported."],
];

function reportSettings({ settings }: GhostSurvey, report: Report): void {
  for (const [name, sentence] of SETTINGS)
    if ([...settings].some(([key, value]) => name.test(key) && value && value !== "[]")) report("dropped", "settings", sentence);
}

const CATEGORIES_MAX = 20;
const POSTS_MIN = 2;

export const publicTags = ({ tagsOf, tags }: GhostSurvey, post: string): string[] =>
  (tagsOf.get(post) ?? [])
    .toSorted((a, b) => a.order - b.order)
    .map(({ id }) => id)
    .filter((id) => tags.get(id)?.isInternal === false);

/** Themes show the first tag of a post as its category. Only tags that come first on several posts count. */
function chooseCategories(survey: GhostSurvey, report: Report): void {
  const counts = new Map<string, number>();
  for (const post of survey.tagsOf.keys()) {
    const [first] = publicTags(survey, post);
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const several = [...counts].filter(([, count]) => count >= POSTS_MIN).sort(([, a], [, b]) => b - a);
  survey.categories = new Set(several.slice(0, CATEGORIES_MAX).map(([id]) => id));
  if (survey.categories.size < counts.size)
    report(
      "changed",
      "tags",
      `Only tags that come first on several posts become categories, at most ${CATEGORIES_MAX}; the others stay tags.`,
    );
}

/** @throws ImportRefused with the place */
export async function surveyGhost(file: TextFile, report: Report): Promise<GhostSurvey> {
  const survey: GhostSurvey = {
    tags: new Map(),
    authors: new Map(),
    tagsOf: new Map(),
    authorsOf: new Map(),
    metaOf: new Map(),
    members: new Map(),
    commentsOf: new Map(),
    settings: new Map(),
    categories: new Set(),
    samples: [],
    total: 0,
  };
  let isExport = false;
  for await (const { table, row } of readRows(file)) {
    if (table === "posts" || table === "tags" || table === "users") isExport = true;
    if (Object.hasOwn(READERS, table)) READERS[table]?.(survey, row, report);
    else if (Object.hasOwn(LEFT_OUT, table)) report("dropped", `table ${table}`, LEFT_OUT[table] ?? "");
  }
  if (!isExport) throw new ImportRefused("the whole file", "This isn’t a Ghost export: it contains no posts, tags or users.");
  reportSettings(survey, report);
  chooseCategories(survey, report);
  return survey;
}
