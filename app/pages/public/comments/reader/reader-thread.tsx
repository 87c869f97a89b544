import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnComment, ThreadPage } from "../../../../domain/comments/comment.ts";
import type { Post } from "../../../../domain/posts/post-shapes.ts";
import { useSite } from "../../layout/use-site.ts";
import { Thread } from "../thread.tsx";
import { CommentActions } from "./comment-actions.tsx";
import { CommentForm } from "./comment-form.tsx";
import { addComment, ownThreadQuery, useChanged } from "./queries.ts";

const WAITS = "Thank you. Your comment waits for approval; until then only you can see it.";
const STANDS = "Thank you. Your comment is here for everybody.";

/** The conversation for who is signed in: with what waits of their own, and everything that can be done. */
export function ReaderThread({ post, page }: { post: Post; page: ThreadPage }) {
  const { slug } = post;
  const isOpen = useSite().allowComments && post.comments_open;
  const { data: own } = useQuery(ownThreadQuery(slug));
  const onChanged = useChanged(slug);
  const [news, setNews] = useState("");
  const onSent = ({ status }: OwnComment) => {
    setNews(status === "approved" ? STANDS : WAITS);
    return onChanged();
  };
  const send = async (content: string, website: string) => {
    await onSent(await addComment(slug, { content, website, ticket: own?.ticket ?? "", reply_to: null }));
  };
  const waiting = own?.comments.filter(({ status }) => status === "pending") ?? [];
  const known = new Set(waiting.map(({ id }) => id));
  // What has just been changed and waits again may still stand in the page that everybody sees.
  const shown = { ...page, comments: page.comments.filter(({ id }) => !known.has(id)) };
  return (
    <>
      <Thread
        slug={slug}
        page={shown}
        own={waiting}
        actions={(comment) =>
          own ? (
            <CommentActions slug={slug} isOpen={isOpen} comment={comment} own={own} onChanged={onChanged} onSent={onSent} />
          ) : null
        }
      />
      <p className="comments-news" role="status">
        {news}
      </p>
      {isOpen ? <CommentForm slug={slug} label="Your comment" button="Post comment" place={post.id} send={send} /> : null}
    </>
  );
}
