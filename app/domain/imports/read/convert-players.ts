import { embedAt } from "../../content/markup/figures.ts";
import { pageOf } from "../../content/markup/player-pages.ts";
import { playedAt } from "../../media/file-rules.ts";
import type { Report } from "../items.ts";
import { escapeHtml } from "./convert-html.ts";

/** The picture of a video before it plays, and its size in pixels. */
export type Still = { poster?: string | undefined; width?: string | undefined; height?: string | undefined };

/** Null if browsers don't play the address. @param caption its HTML */
export function playedHtml(address: string, still: Still = {}, caption = ""): string | null {
  const name = playedAt(address);
  if (name === null) return null;
  const attributes = Object.entries(name === "video" ? still : {}).filter(([, value]) => value);
  const written = attributes.map(([key, value = ""]) => ` ${key}="${escapeHtml(value)}"`).join("");
  const under = caption.trim() === "" ? "" : `<figcaption>${caption.trim()}</figcaption>`;
  return `<figure class="${name}"><${name} src="${escapeHtml(address)}"${written}></${name}>${under}</figure>`;
}

/** A block for a file that comes along, an embed if there is one, else a link, which is reported. @param what names the player */
export function playerHtml(address: string, what: string, place: string, report: Report, still?: Still): string {
  const played = playedHtml(address, still);
  if (played !== null) return played;
  const page = pageOf(address) ?? address;
  const embed = embedAt(page);
  if (embed) {
    const at = escapeHtml(embed.address);
    return `<figure class="embed"><a href="${at}">${at}</a></figure>`;
  }
  report("changed", place, `${what} was replaced by a link to ${page}.`);
  return `<p><a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`;
}
