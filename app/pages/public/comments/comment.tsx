import type { ReactNode } from "react";
import type { PublicComment } from "../../../domain/comments/comment.ts";
import { PostDate } from "../cards/post-date.tsx";

/** Who wrote a comment, as it is printed. */
export const commenter = ({ author }: Pick<PublicComment, "author">): string =>
  author ? author.full_name || "A reader" : "A former reader";

/** One comment; `children` is what can be done with it. */
export function Comment({ comment, children }: { comment: PublicComment; children?: ReactNode }) {
  return (
    <article className="comment" id={`comment-${comment.id}`}>
      <p className="meta">
        <strong>{commenter(comment)}</strong>
        {comment.by_author ? <span>Author</span> : null}
        <PostDate iso={comment.created_at} length="short" />
        {comment.edited ? <span>edited</span> : null}
      </p>
      {comment.is_orphan ? <p className="comment-note">In reply to a comment that is not shown any more.</p> : null}
      <div
        className="comment-text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the server, which makes the links
        dangerouslySetInnerHTML={{ __html: comment.content_html }}
      />
      {children}
    </article>
  );
}
