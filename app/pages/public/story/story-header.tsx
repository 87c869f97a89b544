import { useEffect, useState } from "react";
import { storedPerson } from "../../../browser/auth/stored-person.ts";
import { mayCount } from "../../../browser/reader-session.ts";
import { countOf } from "../../../domain/posts/post-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { useApi, useSite } from "../../data.ts";
import { CategoryBadge, PostDate } from "../cards/post-parts.tsx";
import { minRead } from "../cards/texts.ts";
import { useLikeCount } from "../use-like.ts";
import * as texts from "./texts.ts";

/** The author of an article as readers see it. */
export const authorName = (post: Pick<Post, "author">, site: Pick<Site, "defaultAuthor">): string =>
  post.author?.full_name || site.defaultAuthor;

/** An article counts as opened after this time, in ms. */
const SETTLED_MS = 500;

/**
 * Records a view once the article has been visible for a moment, or when it is left before that. A page that the browser renders
 * in advance waits until it is shown. Failures are silent, because readers need not know about them.
 * @returns the number of views: the one in the page until the server answers
 */
function useView(post: { id: string; views_count: number }): number {
  const api = useApi();
  const [counted, setCounted] = useState<{ id: string; views: number } | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRecorded = false;
    const record = () => {
      if (isRecorded || timer === undefined) return;
      isRecorded = true;
      clearTimeout(timer);
      api.views
        .record(post.id, storedPerson()?.role === "admin" ? "admin" : "anonymous")
        .then(({ views_count }) => setCounted({ id: post.id, views: views_count }))
        .catch(() => {});
    };
    const update = () => {
      if (document.visibilityState !== "visible") record();
      else if (timer === undefined && mayCount()) timer = setTimeout(record, SETTLED_MS);
    };
    update();
    document.addEventListener("visibilitychange", update);
    addEventListener("pagehide", record);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
      removeEventListener("pagehide", record);
    };
  }, [api, post.id]);

  return counted?.id === post.id ? counted.views : post.views_count;
}

/** The title of an article, with its author and its numbers. */
export function StoryHeader({ post }: { post: Post }) {
  const count = useLikeCount(post);
  const views = useView(post);
  const site = useSite();
  return (
    <header className="story-header">
      <p className="card-kicker">
        <CategoryBadge category={post.category} />
        <PostDate iso={post.published_at} length="long" />
      </p>
      <h1 dir="auto" lang={site.language}>
        {post.title}
      </h1>
      {post.description ? (
        <p className="standfirst" dir="auto" lang={site.language}>
          {post.description}
        </p>
      ) : null}
      <p className="meta story-byline">
        <span className="author">{authorName(post, site)}</span>
        <span>{minRead(post.read_time)}</span>
        <span>{countOf(views, "view")}</span>
        <span>{countOf(count, "like")}</span>
      </p>
    </header>
  );
}

/** Who wrote the article, and when. */
export function AboutTheAuthor({ post }: { post: Post }) {
  const site = useSite();
  return (
    <footer className="about-author">
      <Mark className="author-mark" />
      <div>
        <p className="written-by">
          {texts.writtenBy}
          <strong>{authorName(post, site)}</strong>{" "}
          <span className="published-on">
            {texts.publishedOn}
            <PostDate iso={post.published_at} length="long" />
          </span>
        </p>
        {post.author?.bio ? (
          <p className="author-bio" dir="auto">
            {post.author.bio}
          </p>
        ) : null}
      </div>
    </footer>
  );
}
