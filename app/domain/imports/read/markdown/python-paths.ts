import { textIn } from "../front-matter.ts";
import { baseOf, dateParts, type Facts, fillPermalink, folderOf } from "./fill-permalink.ts";

const pelicanSlug = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");

const STRFTIME: Record<string, string> = {
  Y: "year",
  y: "short_year",
  m: "month",
  "-m": "i_month",
  d: "day",
  "-d": "i_day",
  b: "short_month",
  B: "long_month",
  j: "y_day",
  H: "hour",
  M: "minute",
  S: "second",
};

/** `ARTICLE_URL` and `PAGE_URL`: "URL settings" in Pelican's documentation. */
export function pelicanPath(facts: Facts): string | null {
  const { blog, place, fields, title, categories } = facts;
  const isPage = place.role === "page";
  const { config } = blog;
  const template = isPage
    ? textIn(config.page_url) || textIn(config.page_save_as) || "pages/{slug}.html"
    : textIn(config.article_url) || textIn(config.article_save_as) || "{slug}.html";
  const slug = textIn(fields.slug) || pelicanSlug(title);
  const parts = {
    ...dateParts(facts),
    slug,
    category: pelicanSlug(categories[0] ?? "") || textIn(config.default_category) || "misc",
    author: pelicanSlug(textIn([fields.author ?? fields.authors].flat()[0])),
    lang: textIn(fields.lang) || textIn(config.default_lang) || "en",
    filename: baseOf(place.within),
  };
  const filled = template
    .replace(/\{(?:date|modified):([^{}]{1,60})\}/g, (_, format: string) =>
      format.replace(/%(-?[A-Za-z])/g, (whole, letter: string) => (STRFTIME[letter] ? `:${STRFTIME[letter]}` : whole)),
    )
    .replace(/\{(slug|category|author|lang|filename)\}/g, ":$1");
  return fillPermalink(`/${filled}`, parts)?.replace(/(^|\/)index\.html$/, "$1") ?? null;
}

/** The path that `POSTS` or `PAGES` names, and the slug; pretty and not, where the configuration doesn't say. */
export function nikolaPaths({ blog: { config }, place: { within, language }, fields }: Facts): string[] {
  const slug = textIn(fields.slug) || baseOf(within).toLowerCase().replaceAll(" ", "-");
  const main = textIn(config.default_lang) || "en";
  const path = [language && language !== main ? language : "", folderOf(within), slug].filter(Boolean).join("/");
  const isPretty = config.pretty_urls;
  return [...(isPretty === false ? [] : [`/${path}/`]), ...(isPretty === true ? [] : [`/${path}.html`])];
}
