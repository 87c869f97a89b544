import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useParams, useViewTransitionState } from "react-router";
import { facesOf } from "../../../domain/categories/art-rules.ts";
import { CONTENTS_MIN_HEADINGS } from "../../../domain/posts/post-rules.ts";
import type { Heading, Post, PostCard, PostLink } from "../../../domain/posts/post-shapes.ts";
import type { TagRef } from "../../../domain/tags/tag.ts";
import { routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useApi, useSite } from "../../data.ts";
import { Card, SkeletonLines, SkeletonWord } from "../cards/card.tsx";
import { categoryClass, hasOwnPicture, PostPicture } from "../cards/post-parts.tsx";
import { Comments } from "../comments/comments.tsx";
import { NewsletterInvitation } from "../newsletter/newsletter-invitation.tsx";
import { ArticleNotFound } from "../not-found/message-page.tsx";
import { Missing } from "../not-found/missing.tsx";
import { PageLink } from "../page-link.tsx";
import { postQuery } from "../queries.ts";
import { useEmbeds } from "../use-embeds.ts";
import { useTextLanguage } from "../use-text-language.ts";
import { hasInitial } from "./has-initial.ts";
import { LikeAndShare } from "./like-and-share.tsx";
import { AboutTheAuthor, StoryHeader } from "./story-header.tsx";
import { StoryMeta } from "./story-meta.tsx";
import { texts } from "./texts.ts";

/** A heading is passed in the upper 30 % of the window, or above it by any distance (more px than any page is high). */
const PASSED = { rootMargin: "99999999px 0px -70% 0px" };

/** The last heading that was passed; undefined before the first. */
function useCurrentHeading(headings: Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const passed = new Set<string>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) passed[isIntersecting ? "add" : "delete"](target.id);
      setCurrent(headings.findLast(({ id }) => passed.has(id))?.id);
    }, PASSED);
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}

function Entries({ headings, current }: { headings: Heading[]; current?: string }) {
  return (
    <ol className="toc-list">
      {headings.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? "toc-sub" : undefined}>
          <a href={`#${id}`} dir="auto" aria-current={id === current ? "true" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Next to the text on wide screens, folded above it on others. */
function Contents({ headings }: { headings: Heading[] }) {
  const current = useCurrentHeading(headings);
  return (
    <div className="toc">
      <nav className="toc-aside" aria-label={texts.contents}>
        <h2>{texts.contents}</h2>
        <Entries headings={headings} current={current} />
      </nav>
      <details className="toc-folded">
        <summary>{texts.contents}</summary>
        <nav aria-label={texts.contents}>
          <Entries headings={headings} />
        </nav>
      </details>
    </div>
  );
}

const PARAGRAPH = ["a", "b", "c", "d"];

function StorySkeleton() {
  return (
    <div className="story" aria-busy="true">
      <title>{texts.loading}</title>
      <p className="sr-only">{texts.loadingArticle}</p>
      <div className="story-split" aria-hidden="true">
        <div className="story-header">
          <SkeletonWord className="card-kicker" />
          <div className="skeleton-h1">
            <SkeletonLines />
          </div>
          <p className="standfirst">
            <span className="skeleton skeleton-line" />
          </p>
          <SkeletonWord className="meta story-byline" />
        </div>
        <div className="story-picture">
          <div className="picture skeleton" />
        </div>
      </div>
      <div className="story-columns" aria-hidden="true">
        <div className="story-main prose">
          {PARAGRAPH.map((paragraph) => (
            <p key={paragraph}>
              <span className="skeleton skeleton-line" />
              <SkeletonLines />
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}

function Neighbors({ previous, next }: { previous: PostLink | null; next: PostLink | null }) {
  if (!previous && !next) return null;
  return (
    <nav className="page-width neighbors" aria-label={texts.more}>
      {previous ? (
        <PageLink to={routes.story(previous.slug)} rel="prev">
          <span>
            <Icon name="arrow-left" />
            {texts.previous}
          </span>
          <strong dir="auto">{previous.title}</strong>
        </PageLink>
      ) : null}
      {next ? (
        <PageLink className="neighbor-next" to={routes.story(next.slug)} rel="next">
          <span>
            {texts.next}
            <Icon name="arrow-right" />
          </span>
          <strong dir="auto">{next.title}</strong>
        </PageLink>
      ) : null}
    </nav>
  );
}

function Related({ posts }: { posts: PostCard[] }) {
  if (posts.length === 0) return null;
  const faces = facesOf(posts);
  return (
    <section className="page-width related" aria-labelledby="related-title">
      <h2 id="related-title" className="section-title">
        {texts.related}
      </h2>
      <div className="cards cards-grid">
        {posts.map((post, place) => (
          <Card key={post.id} post={post} face={faces[place]} />
        ))}
      </div>
    </section>
  );
}

function Tags({ tags }: { tags: TagRef[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label={texts.tags}>
      {tags.map(({ name, slug }) => (
        <li key={slug}>
          <PageLink to={routes.listing({ tag: slug })}>{name}</PageLink>
        </li>
      ))}
    </ul>
  );
}

const WIDE = "(min-width: 80rem) 78rem, 100vw";

type ArticleProps = {
  post: Post;
  isMoving?: boolean;
  meta?: ReactNode;
  comments?: ReactNode;
};

/** The preview of the back office shows the same, without the parts that only published articles have. */
export function Article({ post, isMoving, meta, comments }: ArticleProps) {
  const text = useEmbeds(post.content_html);
  const hasContents = post.headings.length >= CONTENTS_MIN_HEADINGS;
  const { language } = useSite();
  const written = { dir: "auto", lang: language, ...useTextLanguage(post) };
  return (
    <article className={`story ${categoryClass(post.category)}`}>
      {meta}
      <div className="reading-progress" aria-hidden="true" />
      <div className={hasOwnPicture(post) ? undefined : "story-split"}>
        <StoryHeader post={post} />
        <div className={isMoving ? "story-picture moving-picture" : "story-picture"}>
          <PostPicture post={post} alt={post.featured_image_alt} sizes={WIDE} eager />
        </div>
      </div>
      <div className="story-columns">
        {hasContents ? <Contents headings={post.headings} /> : null}
        <div className="story-main">
          {post.content_html ? (
            <div
              ref={text}
              className={hasInitial(post.content_html) ? "prose initial" : "prose"}
              {...written}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when the article was saved
              dangerouslySetInnerHTML={{ __html: post.content_html }}
            />
          ) : (
            <p className="notice">{texts.noContent}</p>
          )}
          <Tags tags={post.tags} />
          <LikeAndShare key={post.id} post={post} />
          <AboutTheAuthor post={post} />
          {comments}
        </div>
      </div>
      <Neighbors previous={post.previous} next={post.next} />
      <Related posts={post.related} />
    </article>
  );
}

export function Component() {
  const { slug = "" } = useParams();
  const { data: post, isError } = useQuery(postQuery(useApi(), slug));
  const isMoving = useViewTransitionState(routes.story(slug));
  if (!post) {
    const skeleton = <StorySkeleton />;
    if (!isError) return skeleton;
    return (
      <Missing skeleton={skeleton}>
        <ArticleNotFound />
      </Missing>
    );
  }
  // The loader redirects ids and former slugs, unless the answer takes longer than the loader waits.
  if (post.kind === "page") return <Navigate to={routes.page(post.slug)} replace />;
  if (post.slug !== slug) return <Navigate to={routes.story(post.slug)} replace />;
  const comments = (
    <>
      <NewsletterInvitation key={`newsletter of ${post.id}`} />
      <Comments key={`comments of ${post.id}`} post={post} />
    </>
  );
  return <Article post={post} isMoving={isMoving} meta={<StoryMeta post={post} />} comments={comments} />;
}
