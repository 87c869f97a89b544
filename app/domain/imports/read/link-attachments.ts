import type { Report } from "../items.ts";
import { attributesOf, decodeEntities, escapeHtml, webAddress } from "./convert-html.ts";

const LINK =
  /(<a\b[^<>]{0,3000}?\shref\s{0,9}=\s{0,9})(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')([^<>]{0,3000}>)(\s{0,99}<img\b[^<>]{0,5000}>)?/gi;
const SOURCE = /(\ssrc\s{0,9}=\s{0,9})(?:"[^"]*"|'[^']*')/i;
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i;

export function attachmentPage(url: URL): string {
  const number = url.searchParams.get("attachment_id");
  return number === null ? url.pathname.replace(/\/$/, "") : `?attachment_id=${number}`;
}

/** WordPress writes `lark-300x200.jpg` for a smaller copy of `lark.jpg`. */
const wholePath = ({ host, pathname }: URL) =>
  `${host.replace(/^www\./, "")}${pathname.replace(/-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/, "")}`;

/** Only WordPress has pages of attachments. A linked picture becomes the whole one, so that both are the same file. @param pages files */
export function linkAttachments(html: string, pages: ReadonlyMap<string, string>, site: string | null): string {
  const base = site ?? undefined;
  return html.replace(LINK, (whole, before: string, double = "", single = "", after: string, image = "") => {
    const url = webAddress(decodeEntities(double || single), base);
    if (!url) return whole;
    const isHere = base !== undefined && url.host.replace(/^www\./, "") === webAddress(base)?.host.replace(/^www\./, "");
    const file = isHere ? pages.get(attachmentPage(url)) : undefined;
    const source = image === "" ? null : webAddress(decodeEntities(attributesOf(image).src ?? ""), base);
    const isWhole = source !== null && PICTURE.test(url.pathname) && wholePath(source) === wholePath(url);
    const isOfFile = source !== null && file !== undefined && wholePath(source) === wholePath(new URL(file));
    const target = file ?? (isWhole ? url.href : null);
    if (target === null) return whole;
    const written = `"${escapeHtml(target)}"`;
    const shown = isWhole || isOfFile ? image.replace(SOURCE, (_: string, name: string) => `${name}${written}`) : image;
    return `${before}${written}${after}${shown}`;
  });
}

const UNREACHABLE = /<img\b[^<>]{0,5000}?\ssrc\s{0,9}=\s{0,9}["']?(file:|data:|blob:|webkit-fake-url:)([^"'\s>]{0,300})/gi;

export function reportUnreachable(html: string, place: string, report: Report): void {
  for (const [, scheme = "", rest = ""] of html.matchAll(UNREACHABLE)) {
    if (/^data:/i.test(scheme)) report("dropped", place, "An image embedded in the text as data isn’t imported.");
    else report("dropped", place, `The image “${scheme}${rest}” is on the author’s computer, so it isn’t imported.`);
  }
}
