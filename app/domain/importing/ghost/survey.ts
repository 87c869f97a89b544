import { textOf } from "../html/between.ts";
import type { ImportedAuthor, Tell } from "../items.ts";
import { ImportRefused } from "../refusal.ts";
import { categoryName, categorySlugOf, shorten } from "../shape-fields.ts";
import { readRows } from "./rows.ts";

type GhostTag = { name: string; slug: string; description: string; color: string | null; isInternal: boolean };
type GhostComment = { id: string; parent: string | null; member: string; html: string; status: string; at: unknown };

/** What is known once a file has been read to its end, by Ghost's ids. */
export type GhostSurvey = {
  tags: Map<string, GhostTag>;
  authors: Map<string, ImportedAuthor>;
  tagsOf: Map<string, { id: string; order: number }[]>;
  authorsOf: Map<string, { id: string; order: number }[]>;
  metaOf: Map<string, { alt: string; description: string }>;
  members: Map<string, string>;
  commentsOf: Map<string, GhostComment[]>;
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
const READERS: Record<string, (survey: GhostSurvey, row: Fields) => void> = {
  posts: (survey) => {
    survey.total += 1;
  },
  tags: (survey, row) => {
    const name = text(row.name);
    const isInternal = name.startsWith("#") || row.visibility === "internal";
    const color = /^#[0-9a-f]{6}$/i.exec(text(row.accent_color))?.[0].toLowerCase() ?? null;
    const slug = categorySlugOf(text(row.slug), name);
    survey.tags.set(text(row.id), {
      name: categoryName(name),
      slug,
      description: shorten(textOf(text(row.description)), 500),
      color,
      isInternal,
    });
  },
  users: (survey, row) => {
    const key = text(row.id);
    survey.authors.set(key, { key, email: text(row.email) || null, name: text(row.name) || null, bio: text(row.bio) });
  },
  posts_tags: (survey, row) => add(survey.tagsOf, row.post_id, { id: text(row.tag_id), order: Number(row.sort_order) || 0 }),
  posts_authors: (survey, row) =>
    add(survey.authorsOf, row.post_id, { id: text(row.author_id), order: Number(row.sort_order) || 0 }),
  posts_meta: (survey, row) => {
    const [alt, description] = [text(row.feature_image_alt), text(row.meta_description)];
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
  products: "Tiers and subscriptions don't come along.",
  newsletters: "Newsletters don't come along.",
  snippets: "Snippets don't come along.",
  webhooks: "Integrations don't come along.",
  integrations: "Integrations don't come along.",
  custom_theme_settings: "Settings of the theme don't come along.",
};

/**
 * Reads an export to its end.
 * @throws ImportRefused with the place, when it can't be
 */
export async function surveyGhost(path: string, tell: Tell): Promise<GhostSurvey> {
  const survey: GhostSurvey = {
    tags: new Map(),
    authors: new Map(),
    tagsOf: new Map(),
    authorsOf: new Map(),
    metaOf: new Map(),
    members: new Map(),
    commentsOf: new Map(),
    total: 0,
  };
  let isExport = false;
  for await (const { table, row } of readRows(path)) {
    if (table === "posts" || table === "tags" || table === "users") isExport = true;
    if (Object.hasOwn(READERS, table)) READERS[table]?.(survey, row);
    else if (Object.hasOwn(LEFT_OUT, table)) tell("dropped", `table ${table}`, LEFT_OUT[table] ?? "");
  }
  if (!isExport) throw new ImportRefused("the whole file", "This is no Ghost export: it holds no posts, tags or users.");
  return survey;
}
