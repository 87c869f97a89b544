import { useViewTransitionState } from "react-router";
import { compactCount } from "../../../domain/posts/post-rules.ts";
import type { PostCard } from "../../../domain/posts/post-shapes.ts";
import { routes } from "../../../routes.ts";
import { fill, locale, plural } from "../../../texts/texts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useSite } from "../../data.ts";
import { PageLink } from "../page-link.tsx";
import { Marked } from "../search/marked.tsx";
import { shareOnTwitter } from "../share.ts";
import { useLike } from "../use-like.ts";
import { useTextLanguage } from "../use-text-language.ts";
import { CategoryBadge, categoryClass, PostDate, PostPicture } from "./post-parts.tsx";
import { texts } from "./texts.ts";

type LikeToggleProps = {
  post: Pick<PostCard, "id" | "title" | "likes_count">;
  /** the listing prints the count in another way than cards */
  format: (count: number) => string;
  toasts: boolean;
};

function LikeToggle({ post, format, toasts }: LikeToggleProps) {
  const { liked, count, toggle } = useLike(post, { toasts });
  return (
    <button
      type="button"
      className="icon-button like-toggle"
      data-likes={post.id}
      aria-pressed={liked}
      aria-label={fill(texts.like, { likes: format(count), title: post.title })}
      title={plural(texts.likes, count, compactCount(count, locale()))}
      onClick={toggle}
    >
      <Icon name="heart" className="heart" />
      <span>{format(count)}</span>
    </button>
  );
}

function ShareButton({ title, url }: { title: string; url: string }) {
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-label={fill(texts.shareArticle, { title })}
      title={texts.share}
      onClick={() => shareOnTwitter(title, url)}
    >
      <Icon name="share" />
    </button>
  );
}

/** The width of the picture in a large card. */
const LARGE = "(min-width: 64rem) 46rem, 92vw";

type CardProps = {
  post: PostCard;
  size?: "large" | "small";
  /** chosen for the list that the card is in */
  face?: number | undefined;
  heading?: "h2" | "h3";
  /** of a search: its term, and other words with a stem of it */
  marks?: { term?: string | undefined; forms?: string[] | undefined };
  formatLikes?: (count: number) => string;
  /** off in the listing: a failed like isn't reported */
  toasts?: boolean;
  eager?: boolean;
};

export function Card({
  post,
  face,
  size = "small",
  heading: Title = "h3",
  marks = {},
  formatLikes = (count) => compactCount(count, locale()),
  toasts = true,
  eager,
}: CardProps) {
  const site = useSite();
  const written = useTextLanguage(post);
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
        <PostPicture post={post} face={face} sizes={size === "large" ? LARGE : undefined} eager={eager} />
      </PageLink>
      <div className="card-text">
        <p className="card-kicker">
          <CategoryBadge category={post.category} />
          <PostDate iso={post.published_at} length="short" />
        </p>
        <Title className="card-title" {...written}>
          <PageLink to={to} viewTransition>
            <Marked text={post.title} {...marks} />
          </PageLink>
        </Title>
        <p className="card-description" {...written}>
          <Marked text={post.description} {...marks} />
        </p>
        {post.snippet ? (
          <p className="card-snippet" {...written}>
            <Marked text={post.snippet} {...marks} />
          </p>
        ) : null}
        <p className="meta card-meta">
          <span>{plural(texts.minRead, post.read_time)}</span>
          <span>{plural(texts.views, post.views_count, compactCount(post.views_count, locale()))}</span>
        </p>
        <div className="card-actions">
          <PageLink className="read-more" to={to} viewTransition>
            {texts.readMore}
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

/** A word while its page loads. */
export const SkeletonWord = ({ className }: { className: string }) => (
  <p className={className}>
    <span className="skeleton skeleton-word" />
  </p>
);

/** A full line and a short one. */
export const SkeletonLines = () => (
  <>
    <span className="skeleton skeleton-line" />
    <span className="skeleton skeleton-line skeleton-short" />
  </>
);

/** The same parts as a card, so nothing moves when the card replaces it. */
export function CardSkeleton({ size = "small" }: { size?: "large" | "small" }) {
  return (
    <div className={`card card-${size} skeleton-card`} aria-hidden="true">
      <div className="card-picture">
        <div className="picture skeleton" />
      </div>
      <div className="card-text">
        <SkeletonWord className="card-kicker" />
        <p className="card-title">
          <SkeletonLines />
        </p>
        <p className="card-description">
          <SkeletonLines />
        </p>
        <SkeletonWord className="meta card-meta" />
        <div className="card-actions" />
      </div>
    </div>
  );
}
