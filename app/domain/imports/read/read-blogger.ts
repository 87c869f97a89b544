import { cutText } from "../../text-rules.ts";
import { ImportRefused } from "../errors.ts";
import type { ImportedAuthor, ImportedComment, ImportedPost, ReadOptions, Report, Sample, Source, SourceItem } from "../items.ts";
import { Notes } from "../report.ts";
import { convertBloggerText } from "./convert-blogger.ts";
import { decodeEntities, picturesOnWeb, textOf, webAddress, withOwnLinks } from "./convert-html.ts";
import { oldTagsOf } from "./old-addresses.ts";
import { field, readFeed, type XmlNode } from "./parse-wxr.ts";
import { settleLost } from "./settle-lost.ts";
import {
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
import type { TextFile } from "./text-file.ts";

/** The kind of an entry in Blogger's former export; the present one has `blogger:type`. */
const KIND = "http://schemas.google.com/g/2005#kind";
type Kind = "post" | "page" | "comment" | "other";

const categoriesOf = (entry: XmlNode) => entry.children.filter(({ name }) => name === "category");

function kindOf(entry: XmlNode): Kind {
  const term = categoriesOf(entry).find(({ attributes }) => attributes.scheme === KIND)?.attributes.term ?? "";
  const said = (field(entry, "blogger:type") || (/#(\w+)$/.exec(term)?.[1] ?? "")).toLowerCase();
  // Feeds that a blog shows its readers leave the kind out.
  const kind = said || (/\.(post|page)-\d+$/.exec(field(entry, "id"))?.[1] ?? "");
  if (said === "" && entry.children.some(({ name }) => name === "thr:in-reply-to")) return "comment";
  return kind === "post" || kind === "page" || kind === "comment" ? kind : "other";
}

/** `tag:blogger.com,1999:blog-1.post-2` */
const idIn = (text: string): string => /\.(?:post|page|comment)-([\w-]{1,40})$/.exec(text)?.[1] ?? text.slice(0, 200);
const blogIn = (text: string): string => /:blog-(\w{1,40})/.exec(text)?.[1] ?? "";

function momentOf(entry: XmlNode, ...names: string[]): Date | null {
  for (const name of names) {
    const date = new Date(field(entry, name));
    if (field(entry, name) && !Number.isNaN(date.getTime())) return date;
  }
  return null;
}

/** The present export has no numbers of authors, so the profile or else the name identifies them. */
function authorOf(entry: XmlNode): { key: string; name: string; email: string | null } | null {
  const author = entry.children.find(({ name }) => name === "author");
  if (!author) return null;
  const [name, profile, email] = [decodeEntities(field(author, "name")), field(author, "uri"), field(author, "email")];
  const key = /\/profile\/(\d{1,30})/.exec(profile)?.[1] ?? name;
  return key ? { key, name, email: email && email !== "noreply@blogger.com" ? email : null } : null;
}

const linkOf = (node: XmlNode, rel: string) =>
  node.children.find(({ name, attributes }) => name === "link" && attributes.rel === rel && attributes.href)?.attributes.href ??
  "";

const isTrashed = (entry: XmlNode) => field(entry, "blogger:status") === "SOFT_TRASHED" || field(entry, "blogger:trashed") !== "";
const isDraft = (entry: XmlNode) =>
  field(entry, "blogger:status") === "DRAFT" ||
  entry.children.some((child) => child.name === "app:control" && field(child, "app:draft") === "yes");

type BloggerComment = ImportedComment & { post: string };

type Survey = {
  site: string | null;
  blog: string;
  authors: Map<string, ImportedAuthor>;
  commentsOf: Map<string, BloggerComment[]>;
  samples: Sample[];
};

function surveyComment(entry: XmlNode, survey: Survey, report: Report): void {
  const answered = entry.children.filter(({ name }) => name === "thr:in-reply-to")[0]?.attributes.ref ?? "";
  const post = idIn(field(entry, "blogger:parent") || answered);
  const place = `comment ${idIn(field(entry, "id"))}`;
  const status = field(entry, "blogger:status");
  if (isTrashed(entry) || status === "SPAM" || status === "SPAM_COMMENT") {
    report("dropped", place, "Spam and comments in the trash aren’t imported.");
    return;
  }
  const content = commentText(field(entry, "content"), place, report);
  if (content === "" || content === "This comment has been removed by the author.") return;
  const author = authorOf(entry);
  const parent = idIn(field(entry, "blogger:inReplyTo") || linkOf(entry, "related"));
  const at = momentOf(entry, "published", "blogger:created", "updated") ?? new Date(0);
  const fields = {
    key: idIn(field(entry, "id")),
    parent: parent && parent !== post ? (/\/(\w{1,40})$/.exec(parent)?.[1] ?? parent) : null,
    author: author?.key ?? null,
    name: guestName(author?.name ?? ""),
    content,
    status: isDraft(entry) || status === "PENDING" ? "pending" : "approved",
  } as const;
  const comment: BloggerComment = { post, ...importedComment(fields, at) };
  const list = survey.commentsOf.get(post);
  if (list) list.push(comment);
  else survey.commentsOf.set(post, [comment]);
}

async function surveyFeed(file: TextFile, report: Report): Promise<Survey> {
  const survey: Survey = { site: null, blog: "", authors: new Map(), commentsOf: new Map(), samples: [] };
  let isExport = false;
  let entries = 0;
  let total = 0;
  for await (const { node } of readFeed(file)) {
    if (node.name === "openSearch:totalResults") total = Number(node.text) || 0;
    if (node.name === "id") survey.blog = blogIn(node.text);
    if (node.name === "link" && node.attributes.rel === "alternate")
      survey.site ??= webAddress(node.attributes.href ?? "")?.origin ?? null;
    if (node.name !== "entry") continue;
    entries += 1;
    const kind = kindOf(node);
    isExport ||= kind !== "other";
    if (kind === "comment") surveyComment(node, survey, report);
    if (kind !== "post" && kind !== "page") continue;
    if (isTrashed(node)) {
      report("dropped", `entry “${cutText(field(node, "title"), 80)}”`, "It was in the trash.");
      continue;
    }
    survey.site ??= webAddress(linkOf(node, "alternate"))?.origin ?? null;
    const author = authorOf(node);
    if (author) survey.authors.set(author.key, { key: author.key, email: author.email, name: author.name || null, bio: "" });
    const title = textOf(field(node, "title"));
    survey.samples.push({ key: `post:${idIn(field(node, "id"))}`, title, at: momentOf(node, "published", "blogger:created") });
  }
  if (!isExport) throw new ImportRefused("the whole file", "This feed contains no Blogger posts.");
  if (total > entries)
    report(
      "dropped",
      "the whole file",
      `It contains only some of the blog’s posts: “${entries} of ${total}”. Export the whole blog with Google Takeout.`,
    );
  return survey;
}

function pathOf(entry: XmlNode): string | null {
  const name = field(entry, "blogger:filename");
  const path = webAddress(linkOf(entry, "alternate"))?.pathname ?? (name.startsWith("/") ? name : "");
  return path && path !== "/" ? path : null;
}

function commentsOf(id: string, { commentsOf, authors }: Survey, place: string, report: Report): ImportedComment[] {
  const all = (commentsOf.get(id) ?? []).map(({ post: _, author, name, ...comment }): ImportedComment => {
    const isAuthor = author !== null && authors.has(author);
    return { ...comment, author: isAuthor ? author : null, name: isAuthor ? null : name };
  });
  return flattenThreads(all, place, report);
}

/** Null if the entry can't be imported. Labels become tags: Blogger has no categories. */
function postFrom(entry: XmlNode, line: number, survey: Survey, report: Report): ImportedPost | null {
  const id = idIn(field(entry, "id"));
  const rawTitle = field(entry, "title");
  const place = `entry ${id} “${cutText(rawTitle, 80)}”, line ${line}`;
  const converted = convertBloggerText(field(entry, "content"), place, report);
  const content = withOwnLinks(settleLost(converted, place, report), survey.site);
  if (isTooLong(content, place, report)) return null;
  if (linkOf(entry, "enclosure")) report("dropped", place, "An attached recording isn’t imported.");
  const hasPlace = entry.children.some(
    ({ name, children }) => name === "georss:featurename" || (name === "blogger:location" && children.length > 0),
  );
  if (hasPlace) report("dropped", place, "Its location isn’t imported.");
  const title = titleFrom(rawTitle, content, place, report);
  const at = momentOf(entry, "published", "blogger:created");
  const draft = isDraft(entry);
  const isPlanned = field(entry, "blogger:status") === "SCHEDULED" || (!draft && (at?.getTime() ?? 0) > Date.now());
  const path = pathOf(entry);
  const name = /\/([^/]+?)(?:\.html)?$/.exec(path ?? "")?.[1] ?? "";
  const isPublic = !draft && !isPlanned;
  const categories = categoriesOf(entry).filter(({ attributes }) => attributes.scheme !== KIND);
  const labels = categories.map(({ attributes }) => attributes.term ?? "").filter(Boolean);
  return {
    ...POST_DEFAULTS,
    key: `post:${id}`,
    place,
    title,
    slug: slugOf(name, title, `post ${id}`),
    description: descriptionFrom(field(entry, "blogger:metaDescription"), content, "html"),
    content,
    status: isPublic ? "published" : "draft",
    isPage: kindOf(entry) === "page",
    plannedAt: isPlanned ? at : null,
    tags: tagsOf(labels, place, report),
    oldTags: oldTagsOf(labels.map((name) => ({ name, slug: name }))),
    author: authorOf(entry)?.key ?? null,
    created_at: momentOf(entry, "blogger:created") ?? at,
    updated_at: momentOf(entry, "updated") ?? at,
    published_at: isPublic ? at : null,
    paths: isPublic && path ? [path] : [],
    pictures: picturesOnWeb(content, survey.site),
    comments: commentsOf(id, survey, place, report),
  };
}

/** Blogger's former export (Settings → Back up content), or Google Takeout's `feed.atom`. @throws ImportRefused naming the line */
export async function readBlogger(file: TextFile, { report, oldSite }: ReadOptions): Promise<Source> {
  const survey = await surveyFeed(file, report);
  survey.site = oldSite ?? survey.site;
  async function* items(): AsyncGenerator<SourceItem> {
    for await (const { node, line } of readFeed(file)) {
      if (node.name !== "entry" || isTrashed(node)) continue;
      const kind = kindOf(node);
      if (kind !== "post" && kind !== "page") continue;
      const { report, findings } = new Notes();
      yield { post: postFrom(node, line, survey, report), findings };
    }
  }
  return {
    ...SOURCE_DEFAULTS,
    name: `blogger:${survey.blog || (webAddress(survey.site ?? "")?.host ?? "")}`.slice(0, 300),
    samples: survey.samples,
    authors: [...survey.authors.values()],
    total: survey.samples.length,
    items,
  };
}
