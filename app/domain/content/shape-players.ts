import { fileAt } from "../media/file-rules.ts";
import { isExternal, safeAddress } from "./markup/addresses.ts";
import { FILE_CLASS, isPlayer, type Player } from "./markup/players.ts";
import type { Element, Node } from "./markup/tree.ts";

const SCHEMES = ["http:", "https:"];
const PIXELS = /^[1-9]\d{0,4}$/;
const WORDS: Record<Player, string> = { audio: "Audio", video: "Video" };

const fileNameOf = (address: string) => new URL(address).pathname.split("/").at(-1) || new URL(address).host;

function ownAddress(raw: string | undefined, ownHost: string | undefined): string | null {
  const address = raw === undefined ? null : safeAddress(raw, SCHEMES);
  return address !== null && !isExternal(address, ownHost) ? address : null;
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;
const CAPTIONS_FILE = /\.vtt(?:[?#]|$)/i;

/** The language in itself, as a player's menu calls captions. */
const nameOf = (language: string | undefined): string =>
  (language && new Intl.DisplayNames(language, { type: "language" }).of(language)) || "Captions";

function shapeTracks(children: Node[], ownHost: string | undefined): Element[] {
  const shaped = children.flatMap((child): Element[] => {
    if (typeof child === "string" || child.name !== "track") return [];
    const src = ownAddress(child.attributes.src, ownHost);
    if (src === null || !CAPTIONS_FILE.test(src)) return [];
    const language = child.attributes.srclang?.trim();
    const srclang = language && LANGUAGE_TAG.test(language) ? language : undefined;
    const kind = child.attributes.kind === "subtitles" && srclang ? "subtitles" : "captions";
    const label = child.attributes.label?.trim() || nameOf(srclang);
    return [{ name: "track", attributes: { kind, src, ...(srclang && { srclang }), label }, children: [] }];
  });
  if (shaped[0]) shaped[0].attributes.default = "";
  return shaped;
}

function shapePlayer({ name, attributes, children }: Element & { name: Player }, ownHost: string | undefined): Node[] {
  const address = attributes.src === undefined ? null : safeAddress(attributes.src, SCHEMES);
  if (address === null) return [];
  if (isExternal(address, ownHost)) {
    return [{ name: "a", attributes: { href: address }, children: [`${WORDS[name]}: ${fileNameOf(address)}`] }];
  }
  const { width = "", height = "" } = attributes;
  const size: Record<string, string> = name === "video" && PIXELS.test(width) && PIXELS.test(height) ? { width, height } : {};
  const poster = name === "video" ? ownAddress(attributes.poster, ownHost) : null;
  const shown = { src: address, ...size, ...(poster !== null && { poster }), controls: "", preload: "none" };
  return [{ name, attributes: shown, children: name === "video" ? shapeTracks(children, ownHost) : [] }];
}

function shapeFileCard({ children }: Element): void {
  const link = children.find((child) => typeof child !== "string" && child.name === "a");
  if (typeof link === "object" && fileAt(link.attributes.href ?? "")) link.attributes.download = "";
}

/** Nothing is loaded before a reader plays it. Audio and video of other sites become links, because pages load nothing from there. */
export function shapePlayers(nodes: Node[], ownHost: string | undefined): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === "string") return [node];
    const { name } = node;
    if (isPlayer(name)) return shapePlayer({ ...node, name }, ownHost);
    node.children = shapePlayers(node.children, ownHost);
    if (name === "figure" && node.attributes.class === FILE_CLASS) shapeFileCard(node);
    return [node];
  });
}
