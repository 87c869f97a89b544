import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PublicComment, ThreadPage } from "../../../domain/comments/comment.ts";
import { THREAD_ANCHOR } from "../../../domain/comments/comment-rules.ts";
import { compactCount } from "../../../domain/posts/post-rules.ts";
import { locale } from "../../../texts/texts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useApi } from "../../data.ts";
import { PostDate } from "../cards/post-parts.tsx";
import { furtherCommentsQuery } from "../queries.ts";
import { useLike } from "../use-like.ts";
import { texts } from "./texts.ts";

export const commenter = ({ author }: Pick<PublicComment, "author">): string =>
  author ? author.full_name || texts.reader : texts.formerReader;

/** Hidden without a script. */
function Heart({ comment }: { comment: PublicComment }) {
  const { liked, count, busy, toggle } = useLike(comment, { toasts: "failures", of: "comment_id" });
  return (
    <button
      type="button"
      className="comment-heart needs-script"
      data-likes={comment.id}
      aria-pressed={liked}
      aria-disabled={busy || undefined}
      onClick={toggle}
    >
      <Icon name="heart" className="heart" />
      <span className="sr-only">{texts.like}</span>
      {count > 0 ? <span>{compactCount(count, locale())}</span> : null}
    </button>
  );
}

/** `children` are its buttons. */
function Comment({ comment, children }: { comment: PublicComment; children?: ReactNode }) {
  return (
    <article className="comment" id={`comment-${comment.id}`}>
      <span className="comment-face" aria-hidden="true">
        {Array.from(commenter(comment))[0]}
      </span>
      <p className="meta">
        <strong dir="auto">{commenter(comment)}</strong>
        {comment.by_author ? <span>{texts.author}</span> : null}
        <a href={`#comment-${comment.id}`}>
          <PostDate iso={comment.created_at} length="short" />
        </a>
        {comment.edited ? <span>{texts.edited}</span> : null}
      </p>
      {comment.is_orphan ? <p className="comment-note">{texts.orphan}</p> : null}
      <div
        className="comment-text"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the server, which also adds the links
        dangerouslySetInnerHTML={{ __html: comment.content_html }}
      />
      {"status" in comment && comment.status !== "approved" ? null : <Heart comment={comment} />}
      {children}
    </article>
  );
}

/** Loads as many as the reader has asked for, or as the URL's comment needs. */
function useFurtherPages(slug: string, pages: number) {
  const [shown, setShown] = useState(1);
  const { data, isFetching, isError, refetch } = useQuery({
    ...furtherCommentsQuery(useApi(), slug, shown),
    enabled: shown > 1,
  });
  // What is shown stays while more is loaded, also if that fails.
  const [further, setFurther] = useState<PublicComment[]>([]);
  if (data && data !== further) setFurther(data);
  const start = useRef<number>(null);

  useEffect(() => {
    const first = start.current === null ? undefined : further[start.current];
    if (!first) return;
    start.current = null;
    // The button that was pressed is gone after the last page.
    if (document.activeElement === document.body) focusComment(first.id);
  }, [further]);

  const more = () => {
    if (isFetching) return;
    start.current = further.length;
    if (isError) void refetch();
    else if (shown < pages) setShown(shown + 1);
  };
  // The button keeps the focus until the last page is there.
  const hasMore = shown < pages || isError || (shown > 1 && !data);
  return { further, more, hasMore, isFetching, isError };
}

function focusComment(id: string): void {
  const element = document.getElementById(`comment-${id}`);
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The comment may be on a later page, or the thread may arrive after the article. Without such a comment, the thread is shown. */
function useNamedComment({ more, hasMore, isFetching, isError }: ReturnType<typeof useFurtherPages>): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || isFetching || !location.hash.startsWith("#comment-")) return;
    const element = document.getElementById(location.hash.slice(1));
    if (!element && hasMore && !isError) return more();
    isDone.current = true;
    if (!document.querySelector(":target")) (element ?? document.getElementById(THREAD_ANCHOR))?.scrollIntoView();
  });
}

type ThreadProps<C extends PublicComment> = {
  slug: string;
  page: Omit<ThreadPage, "comments"> & { comments: C[] };
  /** comments that only this reader sees */
  own?: C[];
  actions?: (comment: C | PublicComment) => ReactNode;
};

/** The oldest first, each with its replies. */
export function Thread<C extends PublicComment>({ slug, page, own = [], actions }: ThreadProps<C>) {
  const paging = useFurtherPages(slug, page.pages);
  useNamedComment(paging);
  // What readers have just changed may still be public as it was before.
  const isOwn = (comment: PublicComment) => own.some(({ id }) => id === comment.id);
  const all = [...[...page.comments, ...paging.further].filter((comment) => !isOwn(comment)), ...own];
  const list = (parent: string | null, className: string): ReactNode => {
    const here = all.filter(({ parent_id }) => parent_id === parent);
    return here.length > 0 ? (
      <ol className={className}>
        {here.map((comment) => (
          <li key={comment.id}>
            <Comment comment={comment}>{actions?.(comment)}</Comment>
            {parent ? null : list(comment.id, "replies")}
          </li>
        ))}
      </ol>
    ) : null;
  };
  return (
    <>
      {list(null, "thread")}
      {paging.isError ? <p role="alert">{texts.notLoaded}</p> : null}
      {paging.hasMore ? (
        <button
          type="button"
          className="button needs-script"
          aria-disabled={paging.isFetching || undefined}
          onClick={paging.more}
        >
          {texts.showMore}
        </button>
      ) : null}
    </>
  );
}
