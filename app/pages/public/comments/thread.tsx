import { type ReactNode, useState } from "react";
import type { PublicComment, ThreadPage } from "../../../domain/comments/comment.ts";
import { THREAD_ANCHOR } from "../../../domain/comments/comment-rules.ts";
import { routes } from "../../../routes.ts";
import { useApi } from "../../data.ts";
import { PostDate } from "../cards/post-parts.tsx";
import * as texts from "./texts.ts";

/** The path of an article's thread, to come back to. */
export const threadPath = (slug: string): string => `${routes.story(slug)}#${THREAD_ANCHOR}`;

/** The author of a comment as readers see them. */
export const commenter = ({ author }: Pick<PublicComment, "author">): string =>
  author ? author.full_name || texts.reader : texts.formerReader;

/** One comment; `children` are its buttons. */
function Comment({ comment, children }: { comment: PublicComment; children?: ReactNode }) {
  return (
    <article className="comment" id={`comment-${comment.id}`}>
      <span className="comment-face" aria-hidden="true">
        {Array.from(commenter(comment))[0]}
      </span>
      <p className="meta">
        <strong dir="auto">{commenter(comment)}</strong>
        {comment.by_author ? <span>{texts.author}</span> : null}
        <PostDate iso={comment.created_at} length="short" />
        {comment.edited ? <span>{texts.edited}</span> : null}
      </p>
      {comment.is_orphan ? <p className="comment-note">{texts.orphan}</p> : null}
      <div
        className="comment-text"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the server, which also adds the links
        dangerouslySetInnerHTML={{ __html: comment.content_html }}
      />
      {children}
    </article>
  );
}

type ThreadProps<C extends PublicComment> = {
  slug: string;
  page: Omit<ThreadPage, "comments"> & { comments: C[] };
  /** comments that only this reader sees */
  own?: C[];
  /** the buttons below a comment */
  actions?: (comment: C | PublicComment) => ReactNode;
};

/** Comments, the oldest first, each with its replies. */
export function Thread<C extends PublicComment>({ slug, page, own = [], actions }: ThreadProps<C>) {
  const api = useApi();
  const [further, setFurther] = useState<PublicComment[]>([]);
  const [next, setNext] = useState(2);
  const more = async () => {
    const { comments } = await api.posts.comments(slug, next);
    setFurther([...further, ...comments]);
    setNext(next + 1);
  };
  const all = [...page.comments, ...further, ...own];
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
      {next <= page.pages ? (
        <button type="button" className="button needs-script" onClick={() => void more()}>
          {texts.showMore}
        </button>
      ) : null}
    </>
  );
}
