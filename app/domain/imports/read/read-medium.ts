import { posix } from "node:path";
import type { Zip } from "../../../platform/zip/read-zip.ts";
import { cutText } from "../../text-rules.ts";
import type { ImportedAuthor, ImportedPost, ReadOptions, Report, Sample, Source, SourceItem } from "../items.ts";
import { Notes } from "../report.ts";
import { picturesOnWeb, webAddress } from "./convert-html.ts";
import { convertMediumBody, featuredIn } from "./convert-medium.ts";
import { asRefusal } from "./read-own-archive.ts";
import { findAll, type HtmlElement, hasClass, NestedTooDeep, parseHtml, plainText } from "./rewrite-html.ts";
import { descriptionFrom, isTooLong, slugOf, titleFrom } from "./shape-fields.ts";
import { POST_DEFAULTS, SOURCE_DEFAULTS } from "./source-defaults.ts";

const FILE = /(?:^|\/)posts\/[^/]+\.html$/i;
const FILE_MAX = 8 * 1024 * 1024;
/** At the end of a post's name and address: `2019-01-02_Larks-9f3c2a41d7e0.html`. */
const ID = /-+([0-9a-f]{8,14})(?:\.html)?$/i;

export const mediumFiles = (names: string[]): string[] => names.filter((name) => FILE.test(name)).sort();

export const isMediumPost = (html: string): boolean =>
  html.includes('class="h-entry"') && /data-field="body"|Exported from/.test(html);

type MediumPost = {
  id: string;
  title: string;
  subtitle: string;
  body: HtmlElement | null;
  address: URL | null;
  author: { name: string; address: string } | null;
  at: Date | null;
};

const textOfFirst = (found: HtmlElement[]) => (found[0] ? plainText(found[0].children).replace(/\s+/g, " ").trim() : "");

function parsePost(entry: string, html: string): MediumPost {
  let nodes: ReturnType<typeof parseHtml> = [];
  try {
    nodes = parseHtml(html);
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
  }
  const withClass = (name: string) => findAll(nodes, (element) => hasClass(element, name));
  const [canonical] = withClass("p-canonical");
  const [time] = findAll(nodes, (element) => element.name === "time" && hasClass(element, "dt-published"));
  const [author] = withClass("p-author");
  const address = webAddress(canonical?.attribs.href ?? "");
  const at = new Date(time?.attribs.datetime ?? "");
  const plain = posix.basename(entry, ".html");
  return {
    id: ID.exec(plain)?.[1] ?? ID.exec(address?.pathname ?? "")?.[1] ?? plain,
    title: textOfFirst(withClass("p-name")),
    subtitle: textOfFirst(withClass("p-summary")),
    body: withClass("e-content")[0] ?? null,
    address,
    author: author ? { name: plainText(author.children).trim(), address: author.attribs.href ?? "" } : null,
    at: Number.isNaN(at.getTime()) ? null : at,
  };
}

const isDraft = (entry: string): boolean => posix.basename(entry).startsWith("draft_");

/** Responses have no title of their own; Medium exports their first words as one. */
function isResponse({ title, body }: MediumPost): boolean {
  if (!body) return false;
  if (findAll(body.children, (element) => hasClass(element, "graf--title")).length > 0) return false;
  if (findAll(body.children, ({ name }) => name === "h3" || name === "figure").length > 0) return false;
  const text = plainText(body.children).replace(/\s+/g, " ").trim();
  return title === "" || text.startsWith(title.replace(/(?:…|\.\.\.)$/, "").trim());
}

type Blog = { ids: ReadonlySet<string> };

function postFrom(entry: string, raw: MediumPost, { ids }: Blog, report: Report): ImportedPost | null {
  const place = `${entry} “${cutText(raw.title, 80)}”`;
  if (isResponse(raw)) {
    report("dropped", place, "It is a response to another story, so it isn’t imported.");
    return null;
  }
  if (!raw.body) {
    report("dropped", place, "It has no readable text.");
    return null;
  }
  const content = convertMediumBody(raw.body.children, raw, ids, place, report);
  if (isTooLong(content, place, report)) return null;
  const title = titleFrom(raw.title, content, place, report);
  const draft = isDraft(entry);
  const lastPart = raw.address?.pathname.split("/").at(-1)?.replace(ID, "") ?? "";
  const featured = featuredIn(raw.body.children);
  return {
    ...POST_DEFAULTS,
    key: `post:${raw.id}`,
    place,
    title,
    slug: slugOf(lastPart === raw.id ? "" : lastPart, title, raw.id),
    description: descriptionFrom(raw.subtitle, content, "html"),
    content,
    status: draft ? "draft" : "published",
    author: draft ? null : (raw.author?.address ?? null),
    created_at: raw.at,
    updated_at: raw.at,
    published_at: draft ? null : raw.at,
    paths: draft || !raw.address ? [] : [raw.address.pathname, `/p/${raw.id}`],
    featuredPicture: featured?.address ?? null,
    featuredAlt: cutText(featured?.alt ?? "", 300),
    pictures: picturesOnWeb(content, null),
  };
}

function blogOf(addresses: URL[]): string {
  const counts = new Map<string, number>();
  for (const { host, pathname } of addresses) {
    const name = host === "medium.com" ? (pathname.split("/")[1] ?? host) : host;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}

/** Settings → Security and apps → Download your information. @throws ImportRefused naming the entry */
export async function readMedium(zip: Zip, { report, oldSite }: ReadOptions): Promise<Source> {
  const entries = mediumFiles([...zip.entries.keys()]);
  const read = async (entry: string) => parsePost(entry, (await zip.read(entry, FILE_MAX).catch(asRefusal)).toString("utf8"));
  const authors = new Map<string, ImportedAuthor>();
  const samples: Sample[] = [];
  const addresses: URL[] = [];
  const ids = new Set<string>();
  for (const entry of entries) {
    const post = await read(entry);
    if (!post.body || isResponse(post)) continue;
    samples.push({ key: `post:${post.id}`, title: post.title, at: post.at });
    if (isDraft(entry)) continue;
    ids.add(post.id);
    if (post.address) addresses.push(post.address);
    const { author } = post;
    if (author) authors.set(author.address, { key: author.address, email: null, name: author.name || null, bio: "" });
  }
  if (samples.length > 0) report("dropped", "the archive", "Tags, claps, highlights, lists and followers aren’t imported.");
  async function* items(): AsyncGenerator<SourceItem> {
    for (const entry of entries) {
      const { report, findings } = new Notes();
      yield { post: postFrom(entry, await read(entry), { ids }, report), findings };
    }
  }
  return {
    ...SOURCE_DEFAULTS,
    name: `medium:${webAddress(oldSite ?? "")?.host ?? blogOf(addresses)}`.slice(0, 300),
    samples,
    authors: [...authors.values()],
    total: samples.length,
    items,
  };
}
