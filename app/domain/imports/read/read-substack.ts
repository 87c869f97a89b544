import type { Zip } from "../../../platform/zip/read-zip.ts";
import { cutText } from "../../text-rules.ts";
import { ImportRefused } from "../errors.ts";
import type { ImportedPost, ReadOptions, Report, Source, SourceItem } from "../items.ts";
import { Notes } from "../report.ts";
import { picturesOnWeb, webAddress } from "./convert-html.ts";
import { convertSubstackText } from "./convert-substack.ts";
import { CsvError, parseCsv } from "./parse-csv.ts";
import { asRefusal, checkFile } from "./read-own-archive.ts";
import { settleLost } from "./settle-lost.ts";
import { asDraft, descriptionFrom, isTooLong, slugOf, titleFrom } from "./shape-fields.ts";
import { POST_DEFAULTS, SOURCE_DEFAULTS } from "./source-defaults.ts";

const LIST = /(?:^|\/)posts\.csv$/;
const LIST_MAX = 32 * 1024 * 1024;
const TEXT_MAX = 8 * 1024 * 1024;

export const isSubstackList = (name: string): boolean => LIST.test(name);
export const beginsAsSubstackList = (text: string): boolean => /^\ufeff?"?post_id"?,/.test(text);

/** A line of the list: `123456.first-letter,2024-03-10T12:00:00.000Z,true,…`. */
type Line = Record<string, string>;

const momentOf = (written = ""): Date | null => {
  const date = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(written) ? `${written.replace(" ", "T")}Z` : written);
  return written === "" || Number.isNaN(date.getTime()) ? null : date;
};

const isPublished = ({ is_published }: Line) => is_published?.toLowerCase() === "true";

function statusOf(line: Line, place: string, report: Report): ImportedPost["status"] {
  if (!isPublished(line)) return "draft";
  if (line.audience === "only_paid" || line.audience === "founding")
    return asDraft("It was for paying readers only", place, report);
  return "published";
}

const plannedAt = (line: Line, at: Date | null) => (!isPublished(line) && at && at.getTime() > Date.now() ? at : null);

type Archive = { zip: Zip; folder: string; host: string | null };

/** `posts/123.first-letter.html`, or `posts/123.html`. */
function entryOf({ post_id = "" }: Line, { zip, folder }: Archive): string | undefined {
  const names = [post_id, post_id.split(".")[0]].map((name) => `${folder}posts/${name}.html`);
  return names.find((name) => zip.entries.has(name));
}

async function postFrom(line: Line, archive: Archive, report: Report): Promise<ImportedPost | null> {
  const { zip, host } = archive;
  const id = line.post_id ?? "";
  const [number = id, ...rest] = id.split(".");
  const place = `post ${number} “${cutText(line.title ?? "", 80)}”`;
  const entry = entryOf(line, archive);
  const html = entry ? (await zip.read(entry, TEXT_MAX).catch(asRefusal)).toString("utf8") : "";
  if (!entry) report("dropped", place, "Its text isn’t in the archive.");
  const content = settleLost(convertSubstackText(html, host, place, report), place, report);
  if (isTooLong(content, place, report)) return null;
  if (line.podcast_url) report("dropped", place, "The recording of an episode isn’t in the export.");
  if (line.type === "thread") report("changed", place, "It was a thread for readers’ comments, which aren’t in the export.");
  const title = titleFrom(line.title ?? "", content, place, report);
  const status = statusOf(line, place, report);
  const at = momentOf(line.post_date);
  const slug = rest.join(".");
  return {
    ...POST_DEFAULTS,
    key: `post:${number}`,
    place,
    title,
    slug: slugOf(slug, title, number),
    description: descriptionFrom(line.subtitle ?? "", content, "html"),
    content,
    status,
    isPage: line.type === "page",
    plannedAt: plannedAt(line, at),
    author: null,
    created_at: at,
    updated_at: at,
    published_at: status === "published" ? at : null,
    paths: isPublished(line) && slug ? [`/p/${slug}`] : [],
    pictures: picturesOnWeb(content, null),
  };
}

async function linesOf(zip: Zip, name: string): Promise<Line[]> {
  const bytes = await zip.read(name, LIST_MAX).catch(asRefusal);
  try {
    const lines = parseCsv(bytes.toString("utf8"));
    if (lines.length > 0 && !("post_id" in (lines[0] ?? {}))) throw new CsvError(1, "It has no column “post_id”.");
    return lines.filter(({ post_id }) => post_id);
  } catch (error) {
    if (error instanceof CsvError) throw new ImportRefused(`${name}, line ${error.line}`, error.message, error);
    throw error;
  }
}

/** The list of subscribers is called `email_list.<name>.csv`. */
function hostOf(names: string[], oldSite: string | null): string | null {
  const own = webAddress(oldSite ?? "")?.host;
  const name = names.map((one) => /(?:^|\/)email_list\.([\w-]{1,80})\.csv$/.exec(one)?.[1]).find(Boolean);
  return own ?? (name ? `${name}.substack.com` : null);
}

/** Settings → Export. @param list its name in the archive @throws ImportRefused naming the entry and line */
export async function readSubstack(zip: Zip, list: string, { report, oldSite }: ReadOptions): Promise<Source> {
  const names = [...zip.entries.keys()];
  const folder = list.replace(LIST, "").replace(/(?<=.)$/, "/");
  const host = hostOf(names, oldSite);
  const archive: Archive = { zip, folder, host };
  const all = await linesOf(zip, list);
  const lines: Line[] = [];
  for (const line of all) {
    const entry = entryOf(line, archive);
    if (entry) await checkFile(zip, entry);
    if (entry || line.title) lines.push(line);
  }
  if (lines.length < all.length) report("dropped", list, "Drafts without a title and text aren’t imported.");
  const hasSubscribers = names.some((name) => /(?:^|\/)(?:email_list|subscribers?)[^/]*\.csv$/.test(name));
  if (hasSubscribers)
    report(
      "dropped",
      "the archive",
      "Subscribers aren’t imported with the posts. Upload this file again at Newsletter → Subscribers → Import.",
    );
  async function* items(): AsyncGenerator<SourceItem> {
    for (const line of lines) {
      const { report, findings } = new Notes();
      yield { post: await postFrom(line, archive, report), findings };
    }
  }
  return {
    ...SOURCE_DEFAULTS,
    name: `substack:${host ?? ""}`.slice(0, 300),
    samples: lines.map(({ post_id = "", title = "", post_date }) => ({
      key: `post:${post_id.split(".")[0]}`,
      title,
      at: momentOf(post_date),
    })),
    authors: [],
    hasSubscribers,
    total: lines.length,
    items,
  };
}
