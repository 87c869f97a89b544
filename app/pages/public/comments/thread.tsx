import { type ReactNode, useState } from "react";
import type { PublicComment, ThreadPage } from "../../../domain/comments/comment.ts";
import { useApi } from "../../data.ts";
import { Comment } from "./comment.tsx";

type ThreadProps<C extends PublicComment> = {
  slug: string;
  page: Omit<ThreadPage, "comments"> & { comments: C[] };
  /** comments that only this reader sees */
  own?: C[];
  /** what stands under a comment */
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
          Show more comments
        </button>
      ) : null}
    </>
  );
}
