import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { pathTo } from "../../../base-path.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { PublicComment } from "../../../domain/comments/comment.ts";
import { THREAD_ANCHOR } from "../../../domain/comments/comment-rules.ts";
import { compactCount } from "../../../domain/posts/post-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { routes } from "../../../routes.ts";
import { locale, plural } from "../../../texts/texts.ts";
import { useApi, useSite } from "../../data.ts";
import { texts as layout } from "../layout/texts.ts";
import { PageLink } from "../page-link.tsx";
import { commentsQuery } from "../queries.ts";
import { GuestFollow, GuestForm } from "./guest-form.tsx";
import { texts } from "./texts.ts";
import { commenter, Thread } from "./thread.tsx";
import { threadPath } from "./thread-path.ts";

/** Only browsers of signed-in readers fetch it. */
const ReaderThread = lazy(async () => ({ default: (await import("./reader-thread.tsx")).ReaderThread }));

function SignInPrompt({ slug }: { slug: string }) {
  const { allowRegistration } = useSite();
  const back = threadPath(slug);
  return (
    <p className="comments-invitation">
      <span>{texts.join}</span>
      <PageLink className="button" to={routes.login(back)}>
        {layout.login}
      </PageLink>
      {allowRegistration ? (
        <PageLink className="button button-solid" to={routes.register(back)}>
          {layout.signUp}
        </PageLink>
      ) : null}
    </p>
  );
}

export function Comments({ post }: { post: Post }) {
  const { allowComments, guestComments } = useSite();
  const isOpen = allowComments && post.comments_open;
  const { person } = useAuth();
  const { data, isError, refetch } = useQuery(commentsQuery(useApi(), post.slug));
  const section = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  const [hasWaiting, setWaiting] = useState(false);

  useEffect(() => {
    // Readers who come back from signing in go on here. The router has looked for the thread before it was there.
    if (isThere && location.hash === `#${THREAD_ANCHOR}` && !document.querySelector(":target")) section.current?.scrollIntoView();
  }, [isThere]);

  if (!data) {
    return isError ? (
      <section className="comments">
        <p>{texts.notLoaded}</p>
        <button type="button" className="button" onClick={() => void refetch()}>
          {layout.tryAgain}
        </button>
      </section>
    ) : null;
  }
  if (data.total === 0 && !isOpen) return null;
  const replyAsGuest = (comment: PublicComment) => (
    <p className="comment-actions">
      <a href={pathTo(routes.guestComment(post.slug, comment.id))} rel="nofollow">
        {texts.guestReply}
        <span className="sr-only">{` (${commenter(comment)})`}</span>
      </a>
    </p>
  );
  const thread = <Thread slug={post.slug} page={data} {...(isOpen && guestComments && { actions: replyAsGuest })} />;
  return (
    <section className="comments" id={THREAD_ANCHOR} ref={section} aria-labelledby="comments-title">
      <h2 id="comments-title" tabIndex={-1}>
        {data.total > 0
          ? plural(texts.count, data.total, compactCount(data.total, locale()))
          : hasWaiting
            ? texts.comments
            : texts.noComments}
      </h2>
      {person ? (
        <Suspense fallback={thread}>
          <ReaderThread key={person.id} person={person} post={post} page={data} onWaiting={setWaiting} />
        </Suspense>
      ) : (
        thread
      )}
      {isOpen ? person ? null : <SignInPrompt slug={post.slug} /> : <p className="comments-closed">{texts.closed}</p>}
      {isOpen && guestComments && !person ? (
        <>
          <GuestForm slug={post.slug} />
          <GuestFollow slug={post.slug} />
        </>
      ) : null}
    </section>
  );
}
