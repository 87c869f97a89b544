import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useAuth } from "../../../browser/auth/state.ts";
import { THREAD_ANCHOR } from "../../../domain/comments/comment-rules.ts";
import { countOf } from "../../../domain/posts/post-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { useApi } from "../../data.ts";
import { useSite } from "../layout/use-site.ts";
import { Invitation } from "./invitation.tsx";
import { commentsQuery } from "./queries.ts";
import { Thread } from "./thread.tsx";

/** What who is signed in can do with comments: fetched for them alone. */
const ReaderThread = lazy(async () => ({ default: (await import("./reader/reader-thread.tsx")).ReaderThread }));

/** An article's conversation. */
export function Comments({ post }: { post: Post }) {
  const isOpen = useSite().allowComments && post.comments_open;
  const { person } = useAuth();
  const { data, isError, refetch } = useQuery(commentsQuery(useApi(), post.slug));
  const section = useRef<HTMLElement>(null);
  const isThere = data !== undefined;

  useEffect(() => {
    // Whoever comes back from signing in wants to go on here; the router has looked for it before it was there.
    if (isThere && location.hash === `#${THREAD_ANCHOR}`) section.current?.scrollIntoView();
  }, [isThere]);

  if (!data) {
    return isError ? (
      <section className="comments">
        <p>The comments could not be loaded.</p>
        <button type="button" className="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </section>
    ) : null;
  }
  if (data.total === 0 && !isOpen) return null;
  const thread = <Thread slug={post.slug} page={data} />;
  return (
    <section className="comments" id={THREAD_ANCHOR} ref={section} aria-labelledby="comments-title">
      <h2 id="comments-title" tabIndex={-1}>
        {data.total > 0 ? countOf(data.total, "comment") : "No comments yet"}
      </h2>
      {person ? (
        <Suspense fallback={thread}>
          <ReaderThread post={post} page={data} />
        </Suspense>
      ) : (
        thread
      )}
      {isOpen ? person ? null : <Invitation slug={post.slug} /> : <p className="comments-closed">Comments are closed.</p>}
    </section>
  );
}
