import type { Zip } from "../../../platform/zip/read-zip.ts";
import { rewriteFootnotes } from "../../content/rewrite-footnotes.ts";
import { cutText } from "../../text-rules.ts";
import type { ImportedComment, ImportedPicture, ImportedPost, ReadOptions, Report, Source, SourceItem } from "../items.ts";
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
  importedComment,
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

const wasPublished = (row: Row): boolean => text(row.status) === "published";

function statusOf(row: Row, place: string, report: Report): ImportedPost["status"] {
  if (text(row.status) === "sent") return asDraft("It was only sent by email", place, report);
  const visibility = text(row.visibility) || "public";
  if (wasPublished(row) && visibility !== "public") {
    // A filter names labels and tiers: `label:birds,tier:gold`.
    const readers = /^(?:members|paid|tiers)$/.test(visibility) ? visibility : "some";
    return asDraft(`It was for ${readers} readers only`, place, report);
  }
  return wasPublished(row) ? "published" : "draft";
}

/** Versions before 1.0 kept Markdown. */
async function textOfRow(row: Row, place: string, report: Report): Promise<{ raw: string; format: ImportedPost["format"] }> {
  const html = text(row.html);
  if (html) return { raw: html, format: "html" };
  const [lexical, mobiledoc, markdown] = [text(row.lexical), text(row.mobiledoc), text(row.markdown)];
  if (!lexical && !mobiledoc && markdown) return { raw: markdown.replace(/\r\n?/g, "\n"), format: "markdown" };
  const unknown = new Set<string>();
  const made = lexical ? lexicalToHtml(lexical, unknown) : mobiledoc ? await mobiledocToHtml(mobiledoc, unknown) : "";
  if (made === null) report("dropped", place, "Its text can’t be read: what the editor has stored is broken.");
  for (const card of unknown) report("dropped", place, `A card of the kind “${card}” isn’t imported.`);
  return { raw: made ?? "", format: "html" };
}

function commentsOf(id: string, survey: GhostSurvey, place: string, report: Report): ImportedComment[] {
  const comments = (survey.commentsOf.get(id) ?? []).flatMap((one): ImportedComment[] => {
    const content = commentText(one.html, place, report);
    if (one.status === "deleted" || content === "") return [];
    const at = ghostDate(one.at) ?? new Date(0);
    const status = one.status === "hidden" ? "rejected" : "approved";
    const name = guestName(survey.members.get(one.member) ?? "");
    return [importedComment({ key: one.id, parent: one.parent, author: null, name, content, status }, at)];
  });
  return flattenThreads(comments, place, report);
}

function namesOf(row: Row, survey: GhostSurvey, place: string, report: Report) {
  const id = text(row.id);
  const isInternal = (tag: string) => survey.tags.get(tag)?.isInternal === true;
  if (survey.tagsOf.get(id)?.some((one) => isInternal(one.id))) report("dropped", place, "Internal tags (#…) aren’t imported.");
  const all = publicTags(survey, id);
  const main = all.find((tag) => survey.categories.has(tag));
  const others = all.filter((tag) => tag !== main).flatMap((tag) => survey.tags.get(tag) ?? []);
  const authors = (survey.authorsOf.get(id) ?? [])
    .toSorted((a, b) => a.order - b.order)
    .flatMap((one) => survey.authors.get(one.id) ?? []);
  const author = authors[0] ?? survey.authors.get(text(row.author_id));
  return {
    fields: {
      category: survey.tags.get(main ?? "")?.key ?? null,
      tags: tagsOf(
        others.map(({ name }) => name),
        place,
        report,
      ),
      oldTags: oldTagsOf(others.map(({ name, key }) => ({ name, slug: key }))),
      author: author?.key ?? null,
      coauthors: authors.slice(1).map(({ key }) => key),
    },
    primary: { tag: survey.tags.get(all[0] ?? "")?.key ?? "", author: author?.slug ?? "" },
  };
}

const NO_PICTURES =
  "The export doesn’t say where its images are. Import it again with the URL of the old blog to add the images. Its posts stay as they are.";

function picturesOf(content: string, format: ImportedPost["format"], finder: PictureFinder, report: Report): ImportedPicture[] {
  return picturesWritten(content, format).flatMap(({ written, address }) => {
    const found = finder.find(address);
    if (!found) report("dropped", "images", NO_PICTURES);
    return found ? [{ written, address: found }] : [];
  });
}

type Old = { survey: GhostSurvey; finder: PictureFinder; oldSite: string | null };

async function contentOf(row: Row, { finder, oldSite }: Old, place: string, report: Report) {
  const { raw, format } = await textOfRow(row, place, report);
  if (isTooLong(raw, place, report)) return null;
  const settled = finder.settle(raw);
  if (format === "markdown") return { content: settled, format };
  const html = convertGhostCards(settled.replace(/<!--kg-card-(?:begin|end): ?\w{1,20}-->/g, ""));
  return { content: withOwnLinks(rewriteFootnotes(settleLost(html, place, report)), oldSite), format };
}

async function postFromRow(row: Row, old: Old, report: Report): Promise<ImportedPost | null> {
  const { survey, finder } = old;
  const id = text(row.id);
  const place = `post ${id} “${cutText(text(row.title), 80)}”`;
  const writing = await contentOf(row, old, place, report);
  if (!writing) return null;
  const withCode = text(row.codeinjection_head) || text(row.codeinjection_foot);
  if (withCode) report("dropped", place, "Code that was added to the page isn’t imported.");
  const title = titleFrom(text(row.title), writing.content, place, report);
  const status = statusOf(row, place, report);
  const meta = survey.metaOf.get(id);
  const excerpt = text(row.custom_excerpt);
  const names = namesOf(row, survey, place, report);
  const at = ghostDate(row.published_at);
  const cover = text(row.feature_image) || text(row.image);
  const featuredPicture = cover ? finder.find(finder.settle(cover)) : null;
  if (cover && !featuredPicture) report("dropped", "images", NO_PICTURES);
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
    // A former date of publication stays as the draft's own.
    created_at: (status === "draft" && /^(?:published|sent)$/.test(text(row.status)) ? at : null) ?? ghostDate(row.created_at),
    updated_at: ghostDate(row.updated_at),
    published_at: status === "published" ? at : null,
    paths: path ? [path] : [],
    featuredPicture,
    featuredAlt: cutText(meta?.alt || decodeEntities(text(row.feature_image_alt)), 300),
    pictures: picturesOf(writing.content, writing.format, finder, report),
    comments: commentsOf(id, survey, place, report),
  };
}

/** JSON of all versions; read twice. @param archive the zip that holds the file @throws ImportRefused naming the place */
export async function readGhost(file: TextFile, { report, oldSite }: ReadOptions, archive?: Zip): Promise<Source> {
  const survey = await surveyGhost(file, report);
  const finder = createPictureFinder([...(archive?.entries.keys() ?? [])], oldSite);
  async function* items(): AsyncGenerator<SourceItem> {
    for await (const { table, row } of readRows(file)) {
      if (table !== "posts") continue;
      const { report, findings } = new Notes();
      yield { post: await postFromRow(row, { survey, finder, oldSite }, report), findings };
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
