import type { Zip } from "../../../platform/zip/read-zip.ts";
import { rewriteFootnotes } from "../../content/rewrite-footnotes.ts";
import { startAddress, withSingleSlashes } from "../../redirects/redirect-rules.ts";
import { cutText } from "../../text-rules.ts";
import type { ImportedComment, ImportedPicture, ImportedPost, ReadOptions, Report, Source, SourceItem } from "../items.ts";
import { Notes } from "../report.ts";
import { addParagraphs } from "./add-paragraphs.ts";
import { convertBlocks, hasBlocks } from "./convert-blocks.ts";
import { setCodeAside, withPlainCode } from "./convert-code.ts";
import { decoded, picturesOnWeb, textOf, uploadsLinked, webAddress, withLoadedPictures, withOwnLinks } from "./convert-html.ts";
import { withoutLayouts } from "./convert-layouts.ts";
import { takeNotes, withNotes } from "./convert-notes.ts";
import { withoutShortcodes } from "./convert-shortcodes.ts";
import { languageOf, otherAuthors, versionOf } from "./count-extras.ts";
import { linkAttachments, reportUnreachable } from "./link-attachments.ts";
import { folderOf, oldTagsOf } from "./old-addresses.ts";
import { clean, dateOf, field, metaOf, readChannel, type XmlNode } from "./parse-wxr.ts";
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
import { SOURCE_DEFAULTS } from "./source-defaults.ts";
import { categoryKey, idOf, isWriting, keyOf, type Survey, surveyExport, termsOf } from "./survey-wordpress.ts";
import type { TextFile } from "./text-file.ts";

const STATUS: Record<string, ImportedComment["status"]> = {
  "1": "approved",
  approve: "approved",
  approved: "approved",
  "0": "pending",
  hold: "pending",
};

function commentsOf(item: XmlNode, authors: ReadonlyMap<string, string>, place: string, report: Report): ImportedComment[] {
  const comments: ImportedComment[] = [];
  for (const node of item.children) {
    if (node.name !== "wp:comment") continue;
    const type = field(node, "wp:comment_type");
    if (type === "pingback" || type === "trackback") {
      report("dropped", place, "Pingbacks and trackbacks aren’t imported.");
      continue;
    }
    if (type !== "" && type !== "comment") continue;
    const status = STATUS[field(node, "wp:comment_approved")];
    const content = commentText(field(node, "wp:comment_content"), place, report);
    if (!status || content === "") {
      report(
        "dropped",
        place,
        status ? "A comment without text isn’t imported." : "Spam and comments in the trash aren’t imported.",
      );
      continue;
    }
    const parent = field(node, "wp:comment_parent");
    const author = authors.get(field(node, "wp:comment_user_id")) ?? null;
    const key = field(node, "wp:comment_id") || String(comments.length + 1);
    const name = author === null ? guestName(field(node, "wp:comment_author")) : null;
    const at = dateOf(node, "comment_date") ?? new Date(0);
    comments.push(
      importedComment({ key, parent: parent === "" || parent === "0" ? null : parent, author, name, content, status }, at),
    );
  }
  return flattenThreads(comments, place, report);
}

function statusOf(item: XmlNode, place: string, report: Report): ImportedPost["status"] | null {
  const status = field(item, "wp:status");
  if (status === "trash" || status === "auto-draft" || status === "inherit") {
    report("dropped", place, status === "trash" ? "It was in the trash." : "It was never written.");
    return null;
  }
  if (field(item, "wp:post_password")) return asDraft("It was protected by a password", place, report);
  if (status === "private") return asDraft("It was private", place, report);
  if (status === "future") return dateOf(item, "post_date") ? "draft" : asDraft("It was scheduled for later", place, report);
  if (status === "pending") return asDraft("It was waiting for review", place, report);
  return status === "publish" ? "published" : "draft";
}

function filed(item: XmlNode, survey: Survey, main: string | undefined, place: string, report: Report) {
  const { categories, tags } = termsOf(item);
  const all = categories
    .map((term) => ({ name: term.name, key: categoryKey(survey, term) }))
    .filter(({ key }) => key !== "uncategorized");
  const chosen = all.find(({ key }) => key === survey.terms.get(main ?? "")) ?? all[0];
  const others = all.filter((one) => one !== chosen);
  if (others.length > 0)
    report(
      "changed",
      place,
      `Posts have one category here: ${others.map(({ name }) => `“${textOf(name)}”`).join(", ")} became tags.`,
    );
  return {
    category: chosen?.key ?? null,
    tags: tagsOf([...tags.map(({ name }) => name), ...others.map(({ name }) => name)], place, report),
    oldTags: oldTagsOf(tags.map(({ name, nicename }) => ({ name: textOf(name), slug: decoded(nicename) }))),
  };
}

function wholePicture(address: string, known: ReadonlySet<string>): string {
  const whole = address.replace(/-\d{1,5}x\d{1,5}(\.\w{3,4})$/, "$1");
  return known.has(whole) ? whole : address;
}

function picturesOf(content: string, site: string | null, known: ReadonlySet<string>): ImportedPicture[] {
  const pictures = picturesOnWeb(content, site).map(({ written, address }) => ({
    written,
    address: wholePicture(address, known),
  }));
  const all = new Map([...uploadsLinked(content, site), ...pictures].map((one) => [one.written, one]));
  return [...all.values()];
}

function contentOf(item: XmlNode, survey: Survey, place: string, report: Report): string {
  const raw = clean(item.children.find(({ name }) => name === "content:encoded")?.text ?? "");
  if (isTooLong(raw, place, report)) return raw;
  if (raw.includes("<!--nextpage-->")) report("changed", place, "It had several pages, which are now one.");
  const whole = raw.replace(/<!--(?:more[^<>]{0,200}|nextpage|noteaser)-->/g, "");
  const ids = survey.belonging.get(field(item, "wp:post_id")) ?? [];
  const ofPost = ids.flatMap((id) => survey.attachments.get(id) ?? []);
  const surroundings = { byId: (id: string) => survey.attachments.get(id), ofPost };
  const isClassic = !hasBlocks(whole);
  const { text, restore } = setCodeAside(withPlainCode(isClassic ? whole : convertBlocks(whole, survey.blocks, place, report)));
  const footnotes = takeNotes(text);
  const laidOut = withoutLayouts(withLoadedPictures(footnotes.text), surroundings, place, report);
  const html = settleLost(withoutShortcodes(laidOut, surroundings, place, report), place, report);
  const shown = restore((isClassic ? addParagraphs(html) : html.replace(/\n{3,}/g, "\n\n").trim()) + footnotes.list);
  reportUnreachable(html, place, report);
  const noteful = rewriteFootnotes(withNotes(shown, metaOf(item).get("footnotes"), place, report));
  return withOwnLinks(linkAttachments(noteful, survey.pages, survey.site), survey.site);
}

/** Squarespace writes the whole path, as in `blog/2023/dawn.html`. */
const nameOf = (item: XmlNode): string =>
  decoded(field(item, "wp:post_name"))
    .split("/")
    .findLast((part) => part !== "")
    ?.replace(/\.html?$/, "") ?? "";

/** With each earlier slug, and the plain address (`/?p=17`), which WordPress always follows ("Using Permalinks" in its documentation). */
function pathsOf(item: XmlNode, site: string | null, report: Report): string[] {
  const id = field(item, "wp:post_id");
  const home = withSingleSlashes(`${webAddress(site ?? "")?.pathname ?? ""}/`);
  const plain = [startAddress(`${home}?p=${id}`) ?? []].flat();
  const url = webAddress(field(item, "link"), site ?? undefined);
  if (!url) return plain;
  const path = withSingleSlashes(url.pathname);
  const own = startAddress(path + url.search);
  if (own === null) {
    report(
      "dropped",
      "addresses",
      `The old URL ${url.href} can’t be redirected to its post: only a path, or a query such as ?p=17, can.`,
    );
    return plain;
  }
  if (url.search) return [...new Set([own, ...plain])];
  const slug = field(item, "wp:post_name");
  const before = item.children
    .filter(({ name }) => name === "wp:postmeta")
    .filter((meta) => field(meta, "wp:meta_key") === "_wp_old_slug")
    .map((meta) => field(meta, "wp:meta_value"))
    // Without a slug the path would be that of a whole day.
    .filter((old) => old !== "");
  const others = slug === "" ? [] : before.map((old) => path.replace(`/${slug}`, `/${old}`));
  return [path, ...others, ...plain];
}

const plannedFor = (item: XmlNode): Date | null =>
  field(item, "wp:status") === "future" && !field(item, "wp:post_password") ? dateOf(item, "post_date") : null;

/** A redirect of a private post would reveal its slug. */
const hasAddress = (item: XmlNode): boolean => field(item, "wp:status") === "publish";

/** Without pictures, players, code and references to notes; the whole text if nothing is left. */
function sentencesOf(content: string): string {
  const prose = content
    .slice(0, 20_000)
    .replace(/<(figure|pre)\b[^<>]{0,1000}>[\s\S]*?<\/\1>/g, "")
    .replace(/<sup class="footnote-ref">[\s\S]{0,100}?<\/sup>/g, "")
    .replace(/<p><a href="[^"<>]{1,2000}">https?:[^<>]{1,2000}<\/a><\/p>/g, "");
  return textOf(prose) === "" ? content : prose;
}

const isBlank = (content: string): boolean => textOf(content) === "" && !/<(?:img|audio|video|iframe|hr)\b/i.test(content);

/** By the login, or else the name. */
const loginOf = ({ login, name }: { login: string; name: string }, { authors }: Survey): string | undefined =>
  authors.has(login) ? login : [...authors.values()].find((author) => author.name === name)?.key;

function postFrom(item: XmlNode, line: number, survey: Survey, known: ReadonlySet<string>, report: Report): ImportedPost | null {
  const id = idOf(item, line);
  const rawTitle = field(item, "title");
  const place = `item ${id} “${cutText(rawTitle, 80)}”, line ${line}`;
  const original = statusOf(item, place, report);
  if (original === null) return null;
  const content = contentOf(item, survey, place, report);
  if (isTooLong(content, place, report)) return null;
  const title = titleFrom(rawTitle, content, place, report);
  const meta = metaOf(item);
  const excerpt = field(item, "excerpt:encoded");
  const picture = survey.attachments.get(meta.get("_thumbnail_id") ?? "");
  const modified = dateOf(item, "post_modified");
  const plannedAt = plannedFor(item);
  const created = plannedAt ? modified : dateOf(item, "post_date");
  const login = field(item, "dc:creator");
  const others = otherAuthors(item, login, survey.authors.get(login)?.name ?? "");
  const coauthors = others.flatMap((other) => loginOf(other, survey) ?? []);
  const guests = others.filter((other) => loginOf(other, survey) === undefined).map(({ name }) => `“${name}”`);
  if (guests.length > 0)
    report("changed", place, `Authors without an account on the old blog aren’t named: ${guests.join(", ")}.`);
  const isEmpty = original === "published" && !picture && isBlank(content);
  const status = isEmpty ? asDraft("It has no text of its own", place, report) : original;
  return {
    key: keyOf(item, line),
    place,
    title,
    slug: slugOf(nameOf(item), title, `post ${id}`),
    description: descriptionFrom(excerpt || (meta.get("_yoast_wpseo_metadesc") ?? ""), sentencesOf(content), "html"),
    excerpt: excerpt ? descriptionFrom(excerpt, "", "html") : "",
    content,
    format: "html",
    status,
    featured: field(item, "wp:is_sticky") === "1",
    ...filed(item, survey, meta.get("_yoast_wpseo_primary_category"), place, report),
    author: login || null,
    coauthors,
    created_at: created,
    updated_at: modified ?? created,
    published_at: status === "published" ? created : null,
    first_published_at: null,
    isPage: field(item, "wp:post_type") === "page",
    plannedAt,
    otherLanguage: survey.otherLanguage(languageOf(item)),
    ...versionOf(item, survey.knownLanguage(languageOf(item))),
    paths: hasAddress(item) ? pathsOf(item, survey.site, report) : [],
    oldSlugs: [],
    featuredImage: null,
    featuredPicture: webAddress(picture?.url ?? "", survey.site ?? undefined)?.href ?? null,
    featuredAlt: cutText(picture?.alt ?? "", 300),
    pictures: picturesOf(content, survey.site, known),
    comments: commentsOf(item, survey.numbers, place, report),
  };
}

/** The path of an upload below the folder of all uploads; WordPress.com has them on a host of their own. */
const UPLOAD = /(?:\/uploads\/(?:sites\/\d{1,9}\/)?|^https?:\/\/[\w.-]{1,200}\.files\.wordpress\.com\/)([^?#]{1,500})/i;
const IN_UPLOADS = /(?:^|\/)uploads\/(?:sites\/\d{1,9}\/)?(.{1,500})$|(?:^|\/)(\d{4}\/\d{2}\/[^/]{1,300})$/i;

function uploadsIn(archive: Zip): Pick<Source, "file" | "hasFile"> {
  const files = new Map([...archive.entries.keys()].map((name) => [IN_UPLOADS.exec(name)?.slice(1).find(Boolean), name]));
  const find = (address: string) => files.get(decoded(UPLOAD.exec(address)?.[1] ?? "") || undefined);
  return {
    hasFile: (address) => UPLOAD.test(address) && find(address) !== undefined,
    file: (address) => archive.stream(find(address) ?? "").catch(asRefusal),
  };
}

/**
 * WXR 1.0 to 1.2, read twice, so that memory holds one post. @param archive perhaps with the uploads @throws ImportRefused with the line
 */
export async function readWordpress(files: TextFile[], options: ReadOptions, archive?: Zip): Promise<Source> {
  const survey = await surveyExport(files, options);
  survey.site = options.oldSite ?? survey.site;
  const known = new Set([...survey.attachments.values()].map(({ url }) => url));
  async function* items(): AsyncGenerator<SourceItem> {
    for (const file of files)
      for await (const { node, line } of readChannel(file)) {
        if (node.name !== "item" || !isWriting(node)) continue;
        const { report, findings } = new Notes();
        yield { post: postFrom(node, line, survey, known, report), findings };
      }
  }
  const categories = [...survey.categories.values()].filter(({ key }) => key !== "uncategorized");
  return {
    ...SOURCE_DEFAULTS,
    name: `wordpress:${webAddress(survey.site ?? "")?.host ?? "somewhere"}`.slice(0, 300),
    folder: folderOf(survey.site),
    authors: [...survey.authors.values()],
    categories,
    samples: survey.samples,
    languages: survey.languages,
    total: survey.total,
    items,
    ...(archive && uploadsIn(archive)),
  };
}
