import type { ImportedComment, ImportedPost, ReadOptions, Source, SourceItem, Tell } from "../items.ts";
import { Notes } from "../report.ts";
import { lexicalToHtml, mobiledocToHtml } from "./convert-ghost-texts.ts";
import { picturesWritten, webAddress, withOwnLinks } from "./convert-html.ts";
import { oldTagsOf } from "./old-addresses.ts";
import { settleLost } from "./settle-lost.ts";
import {
  asDraft,
  commentText,
  descriptionFrom,
  flattenThreads,
  guestName,
  isTooLong,
  slugOf,
  tagsOf,
  titleFrom,
} from "./shape-fields.ts";
import { type GhostSurvey, ghostDate, postKey, readRows, surveyGhost, text } from "./survey-ghost.ts";
import type { TextFile } from "./text-file.ts";

type Row = Record<string, unknown>;
const SITE = "__GHOST_URL__";

function statusOf(row: Row, place: string, tell: Tell): ImportedPost["status"] {
  const status = text(row.status);
  if (row.type === "page" || row.page === true || row.page === 1)
    return asDraft("It was a page, and this site's own pages are others", place, tell);
  if (status === "scheduled") return asDraft("It was planned for later", place, tell);
  if (status === "sent") return asDraft("It was sent by mail alone", place, tell);
  const visibility = text(row.visibility) || "public";
  if (status === "published" && visibility !== "public") return asDraft(`It was for ${visibility} readers alone`, place, tell);
  return status === "published" ? "published" : "draft";
}

async function htmlOf(row: Row, place: string, tell: Tell): Promise<string> {
  const html = text(row.html);
  if (html) return html;
  const unknown = new Set<string>();
  const [lexical, mobiledoc] = [text(row.lexical), text(row.mobiledoc)];
  const made = lexical ? lexicalToHtml(lexical, unknown) : mobiledoc ? await mobiledocToHtml(mobiledoc, unknown) : "";
  if (made === null) tell("dropped", place, "Its text can't be read: what the editor has stored is broken.");
  for (const card of unknown) tell("dropped", place, `A card of the kind “${card}” doesn't come along.`);
  return made ?? "";
}

function commentsOf(id: string, survey: GhostSurvey, place: string, tell: Tell): ImportedComment[] {
  const comments = (survey.commentsOf.get(id) ?? []).flatMap((one): ImportedComment[] => {
    const content = commentText(one.html, place, tell);
    if (one.status === "deleted" || content === "") return [];
    const at = ghostDate(one.at) ?? new Date(0);
    const status = one.status === "hidden" ? "rejected" : "approved";
    const name = guestName(survey.members.get(one.member) ?? "");
    return [
      {
        key: one.id,
        parent: one.parent,
        author: null,
        name,
        content,
        status,
        spam: false,
        created_at: at,
        updated_at: at,
        edited_at: null,
      },
    ];
  });
  return flattenThreads(comments, place, tell);
}

function namesOf(id: string, survey: GhostSurvey, place: string, tell: Tell) {
  const inOrder = (map: GhostSurvey["tagsOf"]) => (map.get(id) ?? []).toSorted((a, b) => a.order - b.order).map((one) => one.id);
  const tags = inOrder(survey.tagsOf).flatMap((tag) => survey.tags.get(tag) ?? []);
  if (tags.some(({ isInternal }) => isInternal)) tell("dropped", place, "Internal tags (#…) don't come along.");
  const [main, ...others] = tags.filter(({ isInternal }) => !isInternal);
  const authors = inOrder(survey.authorsOf).filter((author) => survey.authors.has(author));
  if (authors.length > 1) {
    const names = authors.slice(1).map((author) => `“${survey.authors.get(author)?.name ?? author}”`);
    tell("changed", place, `A post has one author here; it isn't said any more that ${names.join(", ")} wrote it too.`);
  }
  return {
    category: main?.key ?? null,
    tags: tagsOf(
      others.map(({ name }) => name),
      place,
      tell,
    ),
    oldTags: oldTagsOf(others.map(({ name, key }) => ({ name, slug: key }))),
    author: authors[0] ?? null,
  };
}

/** A row as a post of this site; null if it can't be imported. The first tag becomes the category, as Ghost's themes show it. */
async function postFromRow(row: Row, survey: GhostSurvey, oldSite: string | null, tell: Tell): Promise<ImportedPost | null> {
  const id = text(row.id);
  const place = `post ${id} “${text(row.title).slice(0, 80)}”`;
  const settled = (value: string) => value.replaceAll(SITE, (oldSite ?? "").replace(/\/+$/, ""));
  const raw = await htmlOf(row, place, tell);
  if (isTooLong(raw, place, tell)) return null;
  const withCode = text(row.codeinjection_head) || text(row.codeinjection_foot);
  if (withCode) tell("dropped", place, "Code that was added to the page doesn't come along.");
  const content = withOwnLinks(
    settleLost(settled(raw).replace(/<!--kg-card-(?:begin|end): ?\w{1,20}-->/g, ""), place, tell),
    oldSite,
  );
  const pictures = picturesWritten(content, "html").flatMap(({ written, address }) => {
    const url = webAddress(address, oldSite ?? undefined);
    if (!url) tell("dropped", "pictures", "Pictures of the old site can't be fetched: say where it stands when you import.");
    return url ? [{ written, address: url.href }] : [];
  });
  const title = titleFrom(text(row.title), content, place, tell);
  const status = statusOf(row, place, tell);
  const slug = slugOf(text(row.slug), title, `post ${id}`);
  const meta = survey.metaOf.get(id);
  const excerpt = text(row.custom_excerpt);
  const names = namesOf(id, survey, place, tell);
  const writer = text(row.author_id);
  return {
    key: postKey(row),
    place,
    title,
    slug,
    description: descriptionFrom(excerpt || meta?.description || text(row.meta_description), content, "html"),
    excerpt: excerpt ? descriptionFrom(excerpt, "", "html") : "",
    content,
    format: "html",
    status,
    featured: row.featured === 1 || row.featured === true,
    ...names,
    author: names.author ?? (survey.authors.has(writer) ? writer : null),
    created_at: ghostDate(row.created_at),
    updated_at: ghostDate(row.updated_at),
    published_at: status === "published" ? ghostDate(row.published_at) : null,
    first_published_at: null,
    paths: status === "published" && text(row.slug) ? [`/${text(row.slug)}/`] : [],
    oldSlugs: [],
    featuredImage: null,
    featuredPicture: webAddress(settled(text(row.feature_image)), oldSite ?? undefined)?.href ?? null,
    featuredAlt: (meta?.alt ?? "").slice(0, 300),
    pictures,
    comments: commentsOf(id, survey, place, tell),
  };
}

/**
 * Reads a Ghost export (JSON, of any version from 1 on): once to its end, and once more for its posts.
 * @throws ImportRefused naming the place, when it is broken, cut off or something else
 */
export async function readGhost(file: TextFile, { tell, oldSite }: ReadOptions): Promise<Source> {
  const survey = await surveyGhost(file, tell);
  async function* items(): AsyncGenerator<SourceItem> {
    for await (const { table, row } of readRows(file)) {
      if (table !== "posts") continue;
      const { tell, findings } = new Notes();
      yield { post: await postFromRow(row, survey, oldSite, tell), findings };
    }
  }
  const first = new Set([...survey.tagsOf.values()].flatMap((tags) => mainOf(tags, survey.tags) ?? []));
  const categories = [...survey.tags].filter(([id]) => first.has(id));
  return {
    name: `ghost:${webAddress(oldSite ?? "")?.host ?? "somewhere"}`.slice(0, 300),
    authors: [...survey.authors.values()],
    categories: categories.map(([, { key, slug, name, description, color }]) => ({
      key,
      slug,
      name,
      description,
      ...(color && { color }),
    })),
    tags: [],
    samples: survey.samples,
    folders: [],
    redirects: [],
    media: [],
    settings: null,
    total: survey.total,
    items,
    close: () => {},
  };
}

type Ordered = { id: string; order: number };
/** The first public tag. */
const mainOf = (tags: Ordered[], known: ReadonlyMap<string, { isInternal: boolean }>): string | undefined =>
  tags.filter(({ id }) => known.get(id)?.isInternal === false).toSorted((a, b) => a.order - b.order)[0]?.id;
