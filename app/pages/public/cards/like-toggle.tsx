import { countOf, type PostCard } from "../../../domain/posts/model.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { useLike } from "../likes/use-like.ts";

type LikeToggleProps = {
  post: Pick<PostCard, "id" | "title" | "likes_count">;
  /** how the count is printed: cards and the listing differ */
  format: (count: number) => string;
  toasts: boolean;
};

/** A card's heart with its count. */
export function LikeToggle({ post, format, toasts }: LikeToggleProps) {
  const { liked, count, toggle } = useLike(post, { toasts });
  return (
    <button
      type="button"
      className="icon-button like-toggle"
      aria-pressed={liked}
      aria-label={`${format(count)}, like “${post.title}”`}
      title={countOf(count, "like")}
      onClick={toggle}
    >
      <Icon name="heart" className="heart" />
      <span>{format(count)}</span>
    </button>
  );
}
