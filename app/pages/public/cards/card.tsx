import { useViewTransitionState } from "react-router";
import { compactCount, countOf } from "../../../domain/posts/post-rules.ts";
import type { PostCard } from "../../../domain/posts/post-shapes.ts";
import { highlight } from "../../../domain/search/model.ts";
import { routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { useSite } from "../layout/use-site.ts";
import { useLike } from "../likes/use-like.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { shareOnTwitter } from "../sharing/share.ts";
import { CategoryBadge } from "./category-badge.tsx";
import { categoryClass } from "./category-class.ts";
import { PostDate } from "./post-date.tsx";
import { PostPicture } from "./post-picture.tsx";

type LikeToggleProps = {
  post: Pick<PostCard, "id" | "title" | "likes_count">;
  /** how the count is printed: cards and the listing differ */
  format: (count: number) => string;
  toasts: boolean;
};

/** A card's heart with its count. */
function LikeToggle({ post, format, toasts }: LikeToggleProps) {
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

/** Opens a tweet about an article. */
function ShareButton({ title, url }: { title: string; url: string }) {
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-label={`Share “${title}” on Twitter`}
      title="Share on Twitter"
      onClick={() => shareOnTwitter(title, url)}
    >
      <Icon name="share" />
    </button>
  );
}

/** Text with the words searched for marked in it. */
function Marked({ text, term }: { text: string; term: string | undefined }) {
  if (!term) return text;
  let at = 0;
  return highlight(text, term).map((part) => {
    const key = at;
    at += part.text.length;
    return part.hit ? <mark key={key}>{part.text}</mark> : part.text;
  });
}

/** How wide the picture of a large card stands. */
const LARGE = "(min-width: 64rem) 46rem, 92vw";

type CardProps = {
  post: PostCard;
  /** the size: one large, or one of many */
  size?: "large" | "small";
  /** level of the title */
  heading?: "h2" | "h3";
  /** words to mark */
  term?: string;
  formatLikes?: (count: number) => string;
  /** the listing keeps failed likes to itself */
  toasts?: boolean;
  eager?: boolean;
};

/** An article in a list: picture, badge, title, a line about it, and what one can do with it. */
export function Card({
  post,
  size = "small",
  heading: Title = "h3",
  term,
  formatLikes = compactCount,
  toasts = true,
  eager,
}: CardProps) {
  const site = useSite();
  const to = routes.story(post.slug);
  const isOpening = useViewTransitionState(to);
  return (
    <article className={`card card-${size} ${categoryClass(post.category)}`}>
      <PageLink
        className={isOpening ? "card-picture moving-picture" : "card-picture"}
        to={to}
        viewTransition
        tabIndex={-1}
        aria-hidden="true"
      >
        <PostPicture post={post} sizes={size === "large" ? LARGE : undefined} eager={eager} />
      </PageLink>
      <div className="card-text">
        <p className="card-kicker">
          <CategoryBadge category={post.category} />
          <PostDate iso={post.published_at} length="short" />
        </p>
        <Title className="card-title">
          <PageLink to={to} viewTransition>
            <Marked text={post.title} term={term} />
          </PageLink>
        </Title>
        <p className="card-description">
          <Marked text={post.description} term={term} />
        </p>
        {post.snippet ? (
          <p className="card-snippet">
            <Marked text={post.snippet} term={term} />
          </p>
        ) : null}
        <p className="meta card-meta">
          <span>{post.read_time} min read</span>
          <span>{countOf(post.views_count, "view")}</span>
        </p>
        <div className="card-actions">
          <PageLink className="read-more" to={to} viewTransition>
            Read More
            <span className="sr-only">: {post.title}</span>
            <Icon name="arrow-right" />
          </PageLink>
          <LikeToggle post={post} format={formatLikes} toasts={toasts} />
          <ShareButton title={post.title} url={site.url + routes.story(post.id)} />
        </div>
      </div>
    </article>
  );
}
