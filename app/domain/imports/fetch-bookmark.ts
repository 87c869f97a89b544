import { Parser } from "htmlparser2";
import { guardedFetch } from "../../platform/guarded-fetch.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import { mediaPolicy } from "../media/media.policy.ts";
import type { FetchedBookmark } from "../media/picture.ts";
import { cutText } from "../text-rules.ts";
import { fetchPicture, type PictureOptions } from "./bring-picture.ts";

const MAX_PAGE_BYTES = 20 * 1024 * 1024;
const MAX_HEAD_BYTES = 512 * 1024;
const MAX = { title: 200, description: 300, site: 80 };

async function headOf(page: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of page) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_HEAD_BYTES || Buffer.from(piece).includes("</head")) break;
  }
  const bytes = Buffer.concat(pieces);
  const named = /<meta[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(bytes.toString("latin1", 0, 4096))?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

type Found = { metas: Map<string, string>; title: string };

function readHead(html: string): Found {
  const metas = new Map<string, string>();
  let title = "";
  let isTitle = false;
  let isDone = false;
  new Parser({
    onopentag(name, { property, name: named, content }) {
      const key = (property ?? named ?? "").toLowerCase();
      if (name === "meta" && !isDone && key && content?.trim() && !metas.has(key)) metas.set(key, content);
      // Drawings have titles, too.
      if (name === "body" || name === "svg") isDone = true;
      isTitle = name === "title" && !isDone && title === "";
    },
    ontext(text) {
      if (isTitle) title += text;
    },
    onclosetag(name) {
      if (name === "title") isTitle = false;
    },
  }).end(html);
  return { metas, title };
}

const clipped = (text: string | undefined, max: number): string => {
  const line = (text ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > max ? `${cutText(line, max - 1).trimEnd()}…` : cutText(line, max);
};

async function imageOf(ctx: Context, actor: Actor, address: URL | null, options: PictureOptions): Promise<string> {
  if (!address || !/^https?:$/.test(address.protocol)) return "";
  try {
    return (await fetchPicture(ctx, actor, address.href, options)).url;
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid_input") return "";
    throw error;
  }
}

/** From the public internet only. @throws DomainError `forbidden`; invalid_input naming `address`; disk full */
export async function fetchBookmark(
  ctx: Context,
  actor: Actor,
  address: string,
  options: PictureOptions,
): Promise<FetchedBookmark> {
  authorize(actor, mediaPolicy.upload);
  const { allows } = options;
  const html = await guardedFetch(address, {
    maxBytes: MAX_PAGE_BYTES,
    accept: "text/html",
    totalMs: 20_000,
    ...(allows && { allows }),
  })
    .then(headOf)
    .catch((error: Error) => {
      throw invalid("The page can’t be fetched", [{ field: "address", rule: error.message }]);
    });
  const { metas, title } = readHead(html);
  const url = new URL(address);
  const host = url.host.replace(/^www\./, "");
  const picture = metas.get("og:image:secure_url") ?? metas.get("og:image") ?? metas.get("twitter:image");
  return {
    href: url.href,
    title: clipped(metas.get("og:title") ?? title, MAX.title) || host,
    description: clipped(metas.get("og:description") ?? metas.get("description"), MAX.description),
    site: clipped(metas.get("og:site_name"), MAX.site) || host,
    image: await imageOf(ctx, actor, picture === undefined ? null : URL.parse(picture.trim(), url), options),
  };
}
