import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useParams, useViewTransitionState } from "react-router";
import { CONTENTS_MIN_HEADINGS, type Post } from "../../../domain/posts/model.ts";
import { routes } from "../../../routes.ts";
import { useApi } from "../../data.ts";
import { categoryClass } from "../cards/category-class.ts";
import { PostPicture } from "../cards/post-picture.tsx";
import { Comments } from "../comments/comments.tsx";
import { ArticleNotFound } from "../not-found/article-not-found.tsx";
import { AboutTheAuthor } from "./about-the-author.tsx";
import { Contents } from "./contents.tsx";
import { useEmbeds } from "./embeds/use-embeds.ts";
import { LikeAndShare } from "./like-and-share.tsx";
import { Neighbours } from "./neighbours.tsx";
import { postQuery } from "./queries.ts";
import { Related } from "./related.tsx";
import { StoryHeader } from "./story-header.tsx";
import { StoryMeta } from "./story-meta.tsx";
import { StorySkeleton } from "./story-skeleton.tsx";
import { Tags } from "./tags.tsx";

/** How wide the picture above the text stands. */
const WIDE = "(min-width: 80rem) 78rem, 100vw";

type ArticleProps = {
  post: Post;
  isMoving?: boolean;
  /** what other machines are told */
  meta?: ReactNode;
  comments?: ReactNode;
};

/** An article to be read; the back office's preview shows the same, without what only a published one has. */
export function Article({ post, isMoving, meta, comments }: ArticleProps) {
  const text = useEmbeds(post.content_html);
  const hasContents = post.headings.length >= CONTENTS_MIN_HEADINGS;
  return (
    <article className={`story ${categoryClass(post.category)}`}>
      {meta}
      <div className="reading-progress" aria-hidden="true" />
      <StoryHeader post={post} />
      <div className={isMoving ? "story-picture moving-picture" : "story-picture"}>
        <PostPicture post={post} alt={post.featured_image_alt} sizes={WIDE} eager />
      </div>
      <div className="story-columns">
        {hasContents ? <Contents headings={post.headings} /> : null}
        <div className="story-main">
          {post.content_html ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the article was saved
            <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: post.content_html }} />
          ) : (
            <p className="notice">This article has no content yet.</p>
          )}
          <Tags tags={post.tags} />
          <LikeAndShare key={post.id} post={post} />
          <AboutTheAuthor post={post} />
          {comments}
        </div>
      </div>
      <Neighbours previous={post.previous} next={post.next} />
      <Related posts={post.related} />
    </article>
  );
}

/** The page of an article. */
export function Component() {
  const { slug = "" } = useParams();
  const { data: post, isError } = useQuery(postQuery(useApi(), slug));
  const isMoving = useViewTransitionState(routes.story(slug));
  if (!post) return isError ? <ArticleNotFound /> : <StorySkeleton />;
  // The loader leads from ids and old slugs to the current address, unless the answer took longer than it waits.
  if (post.slug !== slug) return <Navigate to={routes.story(post.slug)} replace />;
  const comments = <Comments key={`comments of ${post.id}`} post={post} />;
  return <Article post={post} isMoving={isMoving} meta={<StoryMeta post={post} />} comments={comments} />;
}
