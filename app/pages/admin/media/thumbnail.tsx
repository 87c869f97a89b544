import { useQuery } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { fileAt } from "../../../domain/media/file-rules.ts";
import { type Focus, focusClass, mediaAddress, mediaAt, sourcesOf, VARIANT_WIDTHS } from "../../../domain/media/media-rules.ts";
import type { Media } from "../../../domain/media/picture.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { trashedThumbnailQuery } from "./queries.ts";

/** The thumbnail of a picture in the trash. Its public address is closed, so it is fetched as an admin. */
export function TrashedThumbnail({ id, alt }: { id: string; alt: string }) {
  const { data } = useQuery(trashedThumbnailQuery(id));
  return data ? (
    <img className="thumbnail" src={data} alt={alt} width={480} height={270} />
  ) : (
    <span className="thumbnail" aria-hidden="true" />
  );
}

function smallest(address: string): string {
  const media = mediaAt(address);
  if (!media || sourcesOf(address).length === 0) return address;
  return mediaAddress(media.id, Math.min(media.width, ...VARIANT_WIDTHS), "webp");
}

/** What the browser loads; a picture may be on another site, too. */
const addressOf = (url: string) => (mediaAt(url) ? pathTo(url) : url);

const SIGNS = { picture: "image", audio: "audio", video: "video", file: "page" } as const;

/** What is in the place of a thumbnail for a file that isn't a picture: what it is. */
export const FileSign = ({ media: { kind, url } }: { media: Media }) => (
  <span className="thumbnail file-sign" aria-hidden="true">
    <AdminIcon name={SIGNS[kind]} />
    <span>{fileAt(url)?.format.toUpperCase()}</span>
  </span>
);

export const Thumbnail = ({ url, alt, focus }: { url: string; alt: string; focus?: Focus }) => (
  <img
    className={`thumbnail${focusClass(focus)}`}
    src={addressOf(smallest(url))}
    alt={alt}
    loading="lazy"
    decoding="async"
    width={480}
    height={270}
  />
);
