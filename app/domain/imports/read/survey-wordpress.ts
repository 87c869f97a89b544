import { slugFromTitle } from "../../posts/edit-rules.ts";
import type { Language } from "../../settings/language-rules.ts";
import { ImportRefused } from "../errors.ts";
import type { ImportedAuthor, ImportedCategory, ReadOptions, Report, Sample, SourceLanguage } from "../items.ts";
import { decoded, decodeEntities, textOf, webAddress } from "./convert-html.ts";
import { countExtras, type Extras, languageOf, noExtras, reportExtras } from "./count-extras.ts";
import DEFAULT_POSTS from "./default-posts.json" with { type: "json" };
import { languageCode, settleLanguages } from "./languages.ts";
import { attachmentPage } from "./link-attachments.ts";
import { clean, dateOf, field, metaOf, ownField, readChannel, type XmlNode } from "./parse-wxr.ts";
import { categoryName, categorySlugOf, nameKey, shorten } from "./shape-fields.ts";
import type { TextFile } from "./text-file.ts";

type Attachment = { url: string; alt: string; parent: string };

export type Survey = {
  site: string | null;
  /** by login */
  authors: Map<string, ImportedAuthor>;
  /** logins by the authors' numbers */
  numbers: Map<string, string>;
  categories: Map<string, ImportedCategory>;
  /** keys by the categories' numbers */
  terms: Map<string, string>;
  attachments: Map<string, Attachment>;
  /** the attachments' files by their pages (see `attachmentPage`) */
  pages: Map<string, string>;
  /** the HTML of reusable blocks by their ids, and how long they are in all */
  blocks: Map<string, string>;
  blocksSize: number;
  /** logins of those who wrote posts, and numbers of those who wrote comments */
  writers: Set<string>;
  /** ids of the attachments by the post that they belong to */
  belonging: Map<string, string[]>;
  total: number;
  samples: Sample[];
  extras: Extras;
  language: string | null;
  codes: (string | null)[];
  languages: SourceLanguage[];
  otherLanguage(code: string | null): string | null;
  knownLanguage(code: string | null): Language | null;
};

export const isWriting = (item: XmlNode): boolean => {
  const type = field(item, "wp:post_type") || "post";
  return type === "post" || type === "page";
};

/** Characters of all reusable blocks; further ones are reported where they are used. */
const BLOCKS_MAX = 10_000_000;

const WORDLESS: Record<string, string> = {
  nav_menu_item: "Menus aren’t imported.",
  revision: "Earlier versions of posts aren’t imported.",
  custom_css: "Style sheets aren’t imported.",
  wp_global_styles: "Style sheets aren’t imported.",
};

export type Term = { name: string; nicename: string };

/** WXR 1.0 writes each term twice, once without its slug, and calls tags `tag`; feeds have neither kinds nor slugs. */
export function termsOf(item: XmlNode): { categories: Term[]; tags: Term[] } {
  const all = item.children.filter(({ name }) => name === "category");
  const of = (...domains: (string | undefined)[]) => {
    const found = all.filter(({ attributes }) => domains.includes(attributes.domain));
    const terms = found.map(({ attributes, text }) => ({ name: clean(text).trim(), nicename: attributes.nicename ?? "" }));
    const named = new Set(terms.filter(({ nicename }) => nicename !== "").map(({ name }) => name));
    return terms.filter(({ name, nicename }) => name !== "" && (nicename !== "" || !named.has(name)));
  };
  const isFeed = all.every(({ attributes }) => attributes.domain === undefined);
  return { categories: isFeed ? of(undefined) : of("category"), tags: of("post_tag", "tag") };
}

/** Its slug; where an item has the name alone, the slug of the category with this name. */
export function categoryKey({ categories }: Survey, { name, nicename }: Term): string {
  const slug = decoded(nicename);
  // Squarespace's list of categories has their names there, but its items have slugs.
  if (slug) return /[\sA-Z]/.test(slug) ? categorySlugOf(slug, name) : slug;
  const wanted = nameKey(name);
  return [...categories.values()].find((one) => nameKey(one.name) === wanted)?.key ?? wanted;
}

type More = Pick<ImportedCategory, "parent" | "number">;

function addCategory(survey: Survey, name: string, nicename: string, description: string, more: More = {}): string {
  const key = categoryKey(survey, { name, nicename });
  const slug = categorySlugOf(decoded(nicename), name);
  // An item may name a category before the list of categories does.
  const known = survey.categories.get(key) ?? { key, slug, name: categoryName(name) || slug, description: "" };
  const described = known.description || shorten(textOf(description), 500);
  survey.categories.set(key, { ...known, ...more, description: described });
  return key;
}

export const idOf = (item: XmlNode, line: number): string =>
  ownField(item, "wp:post_id") || ownField(item, "guid") || `line ${line}`;

export const keyOf = (item: XmlNode, line: number): string => `post:${idOf(item, line)}`.slice(0, 500);

/** WordPress makes a hyphen of each dot of a login. */
const authorSlug = (login: string): string => slugFromTitle(login.replaceAll(".", "-"));

const plainSlug = (slug: string) =>
  slug
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/-\d{1,3}$/, "");
/** Every new WordPress has them, in the languages of its translations, so they don't show that two blogs are the same. Without accents. */
const DEFAULTS = new Set(DEFAULT_POSTS.map(plainSlug));

const isDefaultPost = (slug: string): boolean => DEFAULTS.has(plainSlug(slug));

function surveyItem(survey: Survey, item: XmlNode, line: number, report: Report): void {
  const type = field(item, "wp:post_type") || "post";
  const id = ownField(item, "wp:post_id");
  if (type === "attachment") {
    const parent = ownField(item, "wp:post_parent");
    const url = ownField(item, "wp:attachment_url") || ownField(item, "guid");
    const alt = decodeEntities(metaOf(item).get("_wp_attachment_image_alt") ?? "");
    survey.attachments.set(id, { url, alt: Buffer.from(alt).toString(), parent });
    const page = webAddress(ownField(item, "link"));
    if (page && webAddress(url)) survey.pages.set(attachmentPage(page), url);
    const siblings = survey.belonging.get(parent) ?? [];
    siblings.push(id);
    survey.belonging.set(parent, siblings);
  } else if (type === "wp_block") {
    const html = ownField(item, "content:encoded");
    survey.blocksSize += html.length;
    if (survey.blocksSize <= BLOCKS_MAX) survey.blocks.set(id, html);
  } else if (isWriting(item)) {
    survey.total += 1;
    countExtras(survey.extras, item);
    survey.codes.push(languageOf(item));
    const login = ownField(item, "dc:creator");
    survey.writers.add(login);
    for (const node of item.children) if (node.name === "wp:comment") survey.writers.add(ownField(node, "wp:comment_user_id"));
    if (login && !survey.authors.has(login))
      survey.authors.set(login, { key: login, email: null, name: login, bio: "", slug: authorSlug(login) });
    for (const { name, nicename } of termsOf(item).categories) addCategory(survey, name, nicename, "");
    const at = field(item, "wp:status") === "future" ? null : dateOf(item, "post_date");
    survey.samples.push({
      key: keyOf(item, line),
      title: textOf(ownField(item, "title")),
      at,
      isDefault: isDefaultPost(decoded(field(item, "wp:post_name"))),
    });
  } else
    report("dropped", `items of the type ${type}`, WORDLESS[type] ?? "Items of this type aren’t posts, so they aren’t imported.");
}

function surveyAuthor(survey: Survey, node: XmlNode): void {
  const login = field(node, "wp:author_login");
  const whole = [field(node, "wp:author_first_name"), field(node, "wp:author_last_name")].filter(Boolean).join(" ");
  const name = textOf(field(node, "wp:author_display_name") || whole) || login;
  survey.authors.set(login, {
    key: login,
    email: field(node, "wp:author_email") || null,
    name,
    bio: "",
    slug: authorSlug(login),
    number: ownField(node, "wp:author_id"),
  });
  survey.numbers.set(field(node, "wp:author_id"), login);
}

/** WordPress exports everybody who may write. */
function withoutIdleAuthors({ authors, numbers, writers }: Survey, report: Report): void {
  for (const [number, login] of numbers) if (writers.has(number)) writers.add(login);
  const idle = [...authors.keys()].filter((login) => !writers.has(login));
  for (const login of idle) authors.delete(login);
  const named = idle.slice(0, 20).join(", ") + (idle.length > 20 ? " …" : "");
  if (idle.length > 0) report("dropped", "authors", `Authors without posts and comments get no accounts: “${named}”.`);
}

async function surveyFile(file: TextFile, survey: Survey, report: Report): Promise<{ site: string | null; isExport: boolean }> {
  let isExport = false;
  let site: string | null = null;
  for await (const { node, line } of readChannel(file)) {
    if (node.name.startsWith("wp:") || node.children.some(({ name }) => name.startsWith("wp:"))) isExport = true;
    if (node.name === "link" && !site) site = clean(node.text).trim() || null;
    else if (node.name === "language") survey.language ??= languageCode(clean(node.text).trim());
    else if (node.name === "wp:base_blog_url") site = clean(node.text).trim() || site;
    else if (node.name === "wp:author") surveyAuthor(survey, node);
    else if (node.name === "wp:category") {
      const key = addCategory(
        survey,
        field(node, "wp:cat_name"),
        field(node, "wp:category_nicename"),
        field(node, "wp:category_description"),
        {
          ...(field(node, "wp:category_parent") && { parent: decoded(ownField(node, "wp:category_parent")) }),
          ...(field(node, "wp:term_id") && { number: ownField(node, "wp:term_id") }),
        },
      );
      survey.terms.set(field(node, "wp:term_id"), key);
    } else if (node.name === "item") surveyItem(survey, node, line, report);
  }
  return { site, isExport };
}

/** A blog in `en-US` may call its own posts `en`. */
function withLanguages(survey: Survey, options: ReadOptions): void {
  const { codes, language } = survey;
  const short = language?.split("-", 1)[0] ?? null;
  const usual = codes.includes(language) || !codes.includes(short) ? language : short;
  const { languages, otherOf, knownOf } = settleLanguages(codes, usual, options);
  Object.assign(survey, { languages, otherLanguage: otherOf, knownLanguage: knownOf });
}

/** WordPress.com divides large exports into several files. @throws ImportRefused with the line */
export async function surveyExport(files: TextFile[], options: ReadOptions): Promise<Survey> {
  const { report } = options;
  const survey: Survey = {
    site: null,
    authors: new Map(),
    numbers: new Map(),
    categories: new Map(),
    terms: new Map(),
    attachments: new Map(),
    pages: new Map(),
    blocks: new Map(),
    blocksSize: 0,
    writers: new Set(),
    belonging: new Map(),
    total: 0,
    samples: [],
    extras: noExtras(),
    language: null,
    codes: [],
    languages: [],
    otherLanguage: () => null,
    knownLanguage: () => null,
  };
  for (const file of files) {
    const { site, isExport } = await surveyFile(file, survey, report);
    const place = file.name || "the beginning of the file";
    if (!isExport)
      throw new ImportRefused(
        place,
        "This isn’t a WordPress export: neither <wp:wxr_version> nor another element of WordPress is there.",
      );
    if (survey.site && site && site !== survey.site)
      throw new ImportRefused(place, `It is from a different blog than the previous files, ${site}. Import each blog alone.`);
    survey.site ??= site;
  }
  withoutIdleAuthors(survey, report);
  reportExtras(survey.extras, report);
  withLanguages(survey, options);
  return survey;
}
