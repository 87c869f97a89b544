import { useQuery } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { type Focus, focusClass, mediaAddress, mediaAt, sourcesOf, VARIANT_WIDTHS } from "../../../domain/media/media-rules.ts";
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

/** The address of a picture's smallest copy. */
function smallest(address: string): string {
  const media = mediaAt(address);
  if (!media || sourcesOf(address).length === 0) return address;
  return mediaAddress(media.id, Math.min(media.width, ...VARIANT_WIDTHS), "webp");
}

/** What the browser loads; a picture may be on another site, too. */
const addressOf = (url: string) => (mediaAt(url) ? pathTo(url) : url);

/** The thumbnail of a picture, cropped to its frame. */
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
