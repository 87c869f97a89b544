import { pathTo } from "../../../base-path.ts";
import { focusClass, sourcesOf } from "../../../domain/media/media-rules.ts";
import type { CroppedPicture } from "../../../domain/media/picture.ts";

type AuthorPictureProps = { picture: CroppedPicture; sizes: string; className: string };

/** Cropped round. The name is beside it, so it has no text of its own. */
export function AuthorPicture({ picture: { url, width, height, focus }, sizes, className }: AuthorPictureProps) {
  return (
    <picture>
      {sourcesOf(url).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset.replaceAll("/media/", pathTo("/media/"))} sizes={sizes} />
      ))}
      <img
        className={`author-picture ${className}${focusClass(focus)}`}
        src={pathTo(url)}
        alt=""
        width={width}
        height={height}
        decoding="async"
      />
    </picture>
  );
}
