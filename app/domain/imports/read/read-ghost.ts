import type { Zip } from "../../../platform/zip/read-zip.ts";
import { rewriteFootnotes } from "../../content/rewrite-footnotes.ts";
import { cutText } from "../../text-rules.ts";
import type { ImportedComment, ImportedPicture, ImportedPost, ReadOptions, Source, SourceItem, Tell } from "../items.ts";
import { Notes } from "../report.ts";
import { convertGhostCards } from "./convert-ghost-cards.ts";
import { lexicalToHtml, mobiledocToHtml } from "./convert-ghost-texts.ts";
import { decodeEntities, picturesWritten, webAddress, withOwnLinks } from "./convert-html.ts";
import { createPictureFinder, ghostPath, type PictureFinder } from "./locate-ghost-posts.ts";
import { oldTagsOf } from "./old-addresses.ts";
import { asRefusal } from "./read-own-archive.ts";
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
import { POST_DEFAULTS, SOURCE_DEFAULTS } from "./source-defaults.ts";
import { type GhostSurvey, ghostDate, postKey, publicTags, readRows, surveyGhost, text } from "./survey-ghost.ts";
import type { TextFile } from "./text-file.ts";

type Row = Record<string, unknown>;

const isPage = (row: Row): boolean => row.type === "page" || [true, 1, "1"].includes(row.page as number);

/** Whether readers could find it at its address, be it in part. */
const wasPublished = (row: Row): boolean => text(row.status) === "published";

function statusOf(row: Row, place: string, tell: Tell): ImportedPost["status"] {
  if (text(row.status) === "sent") return asDraft("It was only sent by email", place, tell);
  const visibility = text(row.visibility) || "public";
  if (wasPublished(row) && visibility !== "public") {
    // A filter names labels and tiers: `label:birds,tier:gold`.
    const readers = /^(?:members|paid|tiers)$/.test(visibility) ? visibility : "some";
    return asDraft(`It was for ${readers} readers only`, place, tell);
  }
  return wasPublished(row) ? "published" : "draft";
}

/** The text of a post: as HTML, or as the Markdown that versions before 1.0 kept. */
async function textOfRow(row: Row, place: string, tell: Tell): Promise<{ raw: string; format: ImportedPost["format"] }> {
  const html = text(row.html);
  if (html) return { raw: html, format: "html" };
  const [lexical, mobiledoc, markdown] = [text(row.lexical), text(row.mobiledoc), text(row.markdown)];
  if (!lexical && !mobiledoc && markdown) return { raw: markdown.replace(/\r\n?/g, "\n"), format: "markdown" };
  const unknown = new Set<string>();
  const made = lexical ? lexicalToHtml(lexical, unknown) : mobiledoc ? await mobiledocToHtml(mobiledoc, unknown) : "";
  if (made === null) tell("dropped", place, "Its text can't be read: what the editor has stored is broken.");
  for (const card of unknown) tell("dropped", place, `A card of the kind “${card}” isn't imported.`);
  return { raw: made ?? "", format: "html" };
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

function namesOf(row: Row, survey: GhostSurvey, place: string, tell: Tell) {
  const id = text(row.id);
  const isInternal = (tag: string) => survey.tags.get(tag)?.isInternal === true;
  if (survey.tagsOf.get(id)?.some((one) => isInternal(one.id))) tell("dropped", place, "Internal tags (#…) aren't imported.");
  const all = publicTags(survey, id);
  const main = all.find((tag) => survey.categories.has(tag));
  const others = all.filter((tag) => tag !== main).flatMap((tag) => survey.tags.get(tag) ?? []);
  const authors = (survey.authorsOf.get(id) ?? [])
    .toSorted((a, b) => a.order - b.order)
    .flatMap((one) => survey.authors.get(one.id) ?? []);
  if (authors.length > 1) {
    const names = authors.slice(1).map(({ name, key }) => `“${name ?? key}”`);
    tell("changed", place, `Posts have one author here, so it no longer says that ${names.join(", ")} also wrote it.`);
  }
  const author = authors[0] ?? survey.authors.get(text(row.author_id));
  return {
    fields: {
      category: survey.tags.get(main ?? "")?.key ?? null,
      tags: tagsOf(
        others.map(({ name }) => name),
        place,
        tell,
      ),
      oldTags: oldTagsOf(others.map(({ name, key }) => ({ name, slug: key }))),
      author: author?.key ?? null,
    },
    primary: { tag: survey.tags.get(all[0] ?? "")?.key ?? "", author: author?.slug ?? "" },
  };
}

const NO_PICTURES =
  "The export doesn't say where its pictures are. Import it again with the address of the old blog to add the pictures. Its posts stay as they are.";

/** The pictures of a content, and how many of them nobody can find. */
function picturesOf(content: string, format: ImportedPost["format"], finder: PictureFinder, tell: Tell): ImportedPicture[] {
  return picturesWritten(content, format).flatMap(({ written, address }) => {
    const found = finder.find(address);
    if (!found) tell("dropped", "pictures", NO_PICTURES);
    return found ? [{ written, address: found }] : [];
  });
}

type Old = { survey: GhostSurvey; finder: PictureFinder; oldSite: string | null };

/** A post's content with links and pictures of the old blog as they are here; null if it is too long. */
async function contentOf(row: Row, { finder, oldSite }: Old, place: string, tell: Tell) {
  const { raw, format } = await textOfRow(row, place, tell);
  if (isTooLong(raw, place, tell)) return null;
  const settled = finder.settle(raw);
  if (format === "markdown") return { content: settled, format };
  const html = convertGhostCards(settled.replace(/<!--kg-card-(?:begin|end): ?\w{1,20}-->/g, ""));
  return { content: withOwnLinks(rewriteFootnotes(settleLost(html, place, tell)), oldSite), format };
}

/** A row as a post of this site; null if it can't be imported. */
async function postFromRow(row: Row, old: Old, tell: Tell): Promise<ImportedPost | null> {
  const { survey, finder } = old;
  const id = text(row.id);
  const place = `post ${id} “${cutText(text(row.title), 80)}”`;
  const writing = await contentOf(row, old, place, tell);
  if (!writing) return null;
  const withCode = text(row.codeinjection_head) || text(row.codeinjection_foot);
  if (withCode) tell("dropped", place, "Code that was added to the page isn't imported.");
  const title = titleFrom(text(row.title), writing.content, place, tell);
  const status = statusOf(row, place, tell);
  const meta = survey.metaOf.get(id);
  const excerpt = text(row.custom_excerpt);
  const names = namesOf(row, survey, place, tell);
  const at = ghostDate(row.published_at);
  const cover = text(row.feature_image) || text(row.image);
  const featuredPicture = cover ? finder.find(finder.settle(cover)) : null;
  if (cover && !featuredPicture) tell("dropped", "pictures", NO_PICTURES);
  const facts = { id, slug: text(row.slug), isPage: isPage(row), at: at ?? ghostDate(row.created_at), ...names.primary };
  const path = wasPublished(row) ? ghostPath(survey.settings, facts) : null;
  return {
    ...POST_DEFAULTS,
    ...writing,
    ...names.fields,
    key: postKey(row),
    place,
    title,
    slug: slugOf(text(row.slug), title, `post ${id}`),
    description: descriptionFrom(excerpt || meta?.description || text(row.meta_description), writing.content, writing.format),
    excerpt: excerpt ? descriptionFrom(excerpt, "", "html") : "",
    status,
    isPage: isPage(row),
    plannedAt: text(row.status) === "scheduled" ? at : null,
    featured: row.featured === 1 || row.featured === true,
    // A draft has no date of publication; one that had readers there keeps it as its own.
    created_at: (status === "draft" && /^(?:published|sent)$/.test(text(row.status)) ? at : null) ?? ghostDate(row.created_at),
    updated_at: ghostDate(row.updated_at),
    published_at: status === "published" ? at : null,
    paths: path ? [path] : [],
    featuredPicture,
    featuredAlt: cutText(meta?.alt || decodeEntities(text(row.feature_image_alt)), 300),
    pictures: picturesOf(writing.content, writing.format, finder, tell),
    comments: commentsOf(id, survey, place, tell),
  };
}

/**
 * Reads a Ghost export (JSON, of all versions): once to its end, and once more for its posts.
 * @param archive the zip that holds the file, in which the pictures may be, too
 * @throws ImportRefused naming the place, when it is broken, cut off or something else
 */
export async function readGhost(file: TextFile, { tell, oldSite }: ReadOptions, archive?: Zip): Promise<Source> {
  const survey = await surveyGhost(file, tell);
  const finder = createPictureFinder([...(archive?.entries.keys() ?? [])], oldSite);
  async function* items(): AsyncGenerator<SourceItem> {
    for await (const { table, row } of readRows(file)) {
      if (table !== "posts") continue;
      const { tell, findings } = new Notes();
      yield { post: await postFromRow(row, { survey, finder, oldSite }, tell), findings };
    }
  }
  const categories = [...survey.categories].flatMap((id) => survey.tags.get(id) ?? []);
  return {
    ...SOURCE_DEFAULTS,
    name: `ghost:${webAddress(oldSite ?? "")?.host ?? ""}`.slice(0, 300),
    authors: [...survey.authors.values()],
    categories: categories.map(({ color, isInternal: _, ...category }) => ({ ...category, ...(color && { color }) })),
    samples: survey.samples,
    total: survey.total,
    items,
    ...(archive && { file: (name: string) => archive.stream(name).catch(asRefusal) }),
  };
}
