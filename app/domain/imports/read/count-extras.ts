import type { Language } from "../../settings/language-rules.ts";
import type { ImportedPost, Report } from "../items.ts";
import { decodeEntities } from "./convert-html.ts";
import { languageCode } from "./languages.ts";
import { metaOf, type XmlNode } from "./parse-wxr.ts";

/** Fields and taxonomies that posts here don't have: the number of posts by name. */
export type Extras = { fields: Map<string, number>; taxonomies: Map<string, number> };

export const noExtras = (): Extras => ({ fields: new Map(), taxonomies: new Map() });

const NAMES_MAX = 200;

function add(counts: Map<string, number>, name: string): void {
  if (counts.has(name) || counts.size < NAMES_MAX) counts.set(name, (counts.get(name) ?? 0) + 1);
}

const KNOWN_FIELDS = new Set(["footnotes", "enclosure"]);

/** A text of Advanced Custom Fields, which stores its kind in a second field, or words. */
function isText(name: string, meta: ReadonlyMap<string, string>): boolean {
  const value = meta.get(name) ?? "";
  if (name.startsWith("_") || KNOWN_FIELDS.has(name) || value === "") return false;
  return (
    /^field_\w{1,40}$/.test(meta.get(`_${name}`) ?? "") || (/\p{L}{2,}\s+\p{L}{2,}/u.test(value) && !/^[aOs]:\d+:/.test(value))
  );
}

const KNOWN_TAXONOMIES = new Set(
  `category post_tag tag post_format author language post_translations term_language term_translations nav_menu link_category wp_theme
  wp_template_part_area wp_pattern_category`.split(/\s+/),
);

export function countExtras({ fields, taxonomies }: Extras, item: XmlNode): void {
  const meta = metaOf(item);
  // The rows of a repeated field are numbered.
  const named = [...meta.keys()].filter((name) => isText(name, meta)).map((name) => name.replace(/_\d+_/g, "_*_").slice(0, 80));
  for (const name of new Set(named)) add(fields, Buffer.from(name).toString());
  const terms = item.children.filter(({ name }) => name === "category");
  const domains = new Set(
    terms.flatMap(({ attributes: { domain } }) => (domain && !KNOWN_TAXONOMIES.has(domain) ? [domain] : [])),
  );
  for (const domain of domains) add(taxonomies, Buffer.from(domain.slice(0, 80)).toString());
}

/** What belongs to a post of a blog in several languages: Polylang’s term, or WPML’s field. */
export function versionOf(item: XmlNode, language: Language | null): Pick<ImportedPost, "language" | "translationGroup"> {
  if (!language) return {};
  const term = item.children.find(({ name, attributes }) => name === "category" && attributes.domain === "post_translations");
  const group = term?.attributes.nicename ?? metaOf(item).get("_wpml_import_translation_group");
  return { language, ...(group && { translationGroup: `group:${Buffer.from(group.slice(0, 200)).toString()}` }) };
}

/** The code of the language (Polylang's taxonomy, WPML's field), or its name; null where none is noted. */
export function languageOf(item: XmlNode): string | null {
  const term = item.children.find(({ name, attributes }) => name === "category" && attributes.domain === "language");
  if (!term) return languageCode(metaOf(item).get("_wpml_import_language_code") ?? "");
  const name = decodeEntities(term.text).trim().slice(0, 20);
  return languageCode(term.attributes.nicename ?? "") ?? (name === "" ? null : Buffer.from(name).toString());
}

const posts = (count: number) => (count === 1 ? "1 post" : `${count} posts`);

export function reportExtras({ fields, taxonomies }: Extras, report: Report): void {
  for (const [name, count] of fields)
    report("dropped", "custom fields", `The field “${name}” of ${posts(count)} isn’t imported.`);
  for (const [name, count] of taxonomies)
    report(
      "dropped",
      "taxonomies",
      `The taxonomy “${name}” of ${posts(count)} isn’t imported: posts have categories and tags here.`,
    );
}

/** Authors of Co-Authors Plus: guests have no login here. @param login of the post's own author, `name`: how that is shown */
export function otherAuthors(item: XmlNode, login: string, name: string): { login: string; name: string }[] {
  const own = new Set([login, name, `cap-${login}`].map((one) => one.toLowerCase()));
  return item.children
    .filter((node) => node.name === "category" && node.attributes.domain === "author")
    .filter(({ text, attributes: { nicename = "" } }) => !own.has(nicename.toLowerCase()) && !own.has(text.trim().toLowerCase()))
    .map(({ text, attributes: { nicename = "" } }) => ({
      login: nicename.replace(/^cap-/, ""),
      name: decodeEntities(text).trim(),
    }));
}
