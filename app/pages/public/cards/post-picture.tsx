import { focusClass, mediaAt, sourcesOf } from "../../../domain/media/media-rules.ts";
import type { PostCard } from "../../../domain/posts/post-shapes.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";

type PostPictureProps = {
  post: Pick<PostCard, "featured_image_url" | "featured_image_focus" | "category">;
  /** what it shows; empty where a title beside it says what it is about */
  alt?: string;
  /** how wide it stands, as the attribute of that name */
  sizes?: string;
  eager?: boolean;
};

/** As wide as a card of the grid. */
const CARD = "(min-width: 40rem) 26rem, 92vw";

/**
 * The article's own picture, else the drawing of its category: also for a picture from elsewhere, which the content policy
 * wouldn't let through. Its box has its shape before it is loaded.
 */
export function PostPicture({ post, alt = "", sizes = CARD, eager }: PostPictureProps) {
  const address = post.featured_image_url;
  if (!address || !mediaAt(address)) return <Illustration slug={post.category?.slug ?? ""} className="picture" />;
  return (
    <picture>
      {sourcesOf(address).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        className={`picture${focusClass(post.featured_image_focus)}`}
        src={address}
        alt={alt}
        width={1280}
        height={720}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}
