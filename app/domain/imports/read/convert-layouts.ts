import type { Report } from "../items.ts";
import { attributesOf, decoded, decodeEntities, escapeHtml, replaceBetween } from "./convert-html.ts";
import { playerHtml } from "./convert-players.ts";
import type { Gallery } from "./convert-shortcodes.ts";

const BUILDERS: Record<string, string> = {
  vc: "WPBakery",
  et_pb: "Divi",
  fusion: "Avada",
  av: "Enfold",
  cs: "Cornerstone",
};
const NAME = `(?:${Object.keys(BUILDERS).join("|")})_[a-z0-9_]{1,50}`;
const COLUMN = "(?:one|two|three|four|five)_(?:half|third|fourth|fifth|sixth)s?(?:_first|_last)?";
const TAG = new RegExp(`\\[(/?)(${NAME}|${COLUMN})((?=[\\s/\\]])[^\\][]{0,5000})\\]`, "g");
const FORM = /\[((?:et_pb|fusion|av)_\w{0,20}(?:contact|signup|login)\w{0,10}|fusion_form)(?=[\s\]])[^\][]{0,5000}\]/;
const RAW = /\[(?:vc_raw_html|vc_raw_js|fusion_code|et_pb_code)(?=[\s\]])[^\][]{0,5000}\]/;

const EMPTY =
  /_(?:section|row|column|text|inner|divider|separator|space|spacer|hr|gap|clear|container|wrapper|slider|tabs?|accordion|toggles?|textblock|group|\d_\d)(?:_|$)/;

const endOf = (opening: string) => new RegExp(`\\[/${/\w+/.exec(opening)?.[0]}\\]`);

function meant(args: string): Record<string, string> {
  const found = Object.entries(attributesOf(decodeEntities(args.replace(/[\u201c\u201d\u2033]/g, '"'))));
  const plain = (value: string) =>
    value.replaceAll("%22", '"').replaceAll("%91", "[").replaceAll("%93", "]").replaceAll("``", '"');
  return Object.fromEntries(found.map(([name, value]) => [name, decodeEntities(plain(value)).trim()]));
}

/** The field holds the address alone, `url:…|title:…` (WPBakery), or `manually,…` (Enfold). */
const linkIn = (field: string): string =>
  decoded(/(?:^|\|)url:([^|]{1,2000})/.exec(field)?.[1] ?? field.replace(/^manually,/, ""));

/** HTML that a builder packs (base64, then percent-encoded) so that WordPress leaves it alone. */
function unpacked(inner: string): string {
  const packed = inner.replace(/<\/?p>|<br\s?\/?>|\s/g, "").replace(/^`|`$/g, "");
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(packed)) return inner.replaceAll("<!-- [et_pb_line_break_holder] -->", "\n");
  const text = Buffer.from(packed, "base64").toString("utf8");
  return text.includes("\ufffd") ? inner : decoded(text);
}

const isAddress = (text: string | undefined): text is string => text !== undefined && /^(?:https?:)?\/\//i.test(text);

function picturesOf(found: Record<string, string>, { byId }: Gallery): { url: string; alt: string }[] {
  const address = [found.src, found.image, found.custom_src, found.image_url].find(isAddress);
  if (address) return [{ url: address, alt: found.alt ?? found.title_text ?? "" }];
  const ids = [found.image, found.images, found.gallery_ids, found.image_ids, found.ids, found.attachment, found.image_id];
  const numbers = ids.find((one) => /^[\d,\s|a-z]{1,2000}$/.test(one ?? "")) ?? "";
  return (numbers.match(/\d+/g) ?? []).flatMap((id) => byId(id) ?? []);
}

function shownBy(name: string, args: string, surroundings: Gallery, place: string, report: Report): string {
  const found = meant(args);
  const isPlayer = /video|youtube|vimeo|audio|player/.test(name);
  const parts = (isPlayer ? [] : picturesOf(found, surroundings)).map(
    ({ url, alt }) => `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></figure>`,
  );
  const title = [found.title, found.heading, name === "vc_custom_heading" ? found.text : ""].find(Boolean);
  // Of a picture, it is a tooltip.
  if (title && parts.length === 0) parts.push(`<h3>${escapeHtml(title)}</h3>`);
  if (found.subhead ?? found.subtitle) parts.push(`<p>${escapeHtml(found.subhead ?? found.subtitle ?? "")}</p>`);
  const id = found.id?.replace(/^.*(?:v=|\/)/, "");
  const numbered = id && (name.endsWith("youtube") ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`);
  const media = isPlayer ? ([found.src, found.link, found.audio, found.url, numbered].find(isAddress) ?? "") : "";
  if (media) parts.push(playerHtml(media, `A player (${name})`, place, report));
  const link = [found.button_url, found.link, found.url, found.href].map((one) => linkIn(one ?? "")).find(isAddress);
  const label = found.button_text ?? found.label ?? (/_(?:btn|button)/.test(name) ? found.title : undefined);
  if (link && label) return `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`;
  return parts.join("\n");
}

const builderOf = (name: string) => Object.entries(BUILDERS).find(([prefix]) => name.startsWith(`${prefix}_`))?.[1];

/** WPBakery, Divi, Avada, Enfold, Cornerstone and themes' columns: parts stay, one below the other. Reports what is lost. */
export function withoutLayouts(content: string, surroundings: Gallery, place: string, report: Report): string {
  const closed = new Set([...content.matchAll(TAG)].flatMap(([, slash, name = ""]) => (slash ? [name] : [])));
  if (closed.size === 0 && !TAG.test(content)) return content;
  TAG.lastIndex = 0;
  const lost = new Set<string>();
  const builders = new Set<string>();
  const withoutForms = replaceBetween(content, FORM, endOf, (opening) => {
    lost.add(/\w+/.exec(opening)?.[0] ?? "");
    return "\n\n";
  });
  const withCode = replaceBetween(withoutForms, RAW, endOf, (_, inner) => `\n\n${unpacked(inner)}\n\n`);
  const html = withCode.replace(TAG, (whole, slash: string, name: string, args: string) => {
    const builder = builderOf(name);
    if (!builder && !closed.has(name)) return whole;
    builders.add(builder ?? "its theme");
    if (slash) return "\n\n";
    const shown = shownBy(name, args.replace(/\/$/, ""), surroundings, place, report);
    if (shown === "" && !closed.has(name) && !EMPTY.test(name)) lost.add(name);
    return `\n\n${shown}\n\n`;
  });
  if (builders.size > 0) report("changed", place, `The layout of ${[...builders].join(", ")} isn’t kept: its parts are stacked.`);
  for (const name of lost) report("dropped", place, `What the shortcode [${name}] shows isn’t imported.`);
  return html.replace(/\n{3,}/g, "\n\n");
}
