import type { Post } from "../../../domain/posts/model.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { PostDate } from "../cards/post-date.tsx";
import { useSite } from "../layout/use-site.ts";
import { authorName } from "./author.ts";

/** Who wrote this, and when. */
export function AboutTheAuthor({ post }: { post: Post }) {
  const site = useSite();
  return (
    <footer className="about-author">
      <Mark className="author-mark" />
      <div>
        <p className="written-by">
          Written by <strong>{authorName(post, site)}</strong>{" "}
          <span className="published-on">
            Published on <PostDate iso={post.published_at} length="long" />
          </span>
        </p>
        {post.author?.bio ? <p className="author-bio">{post.author.bio}</p> : null}
      </div>
    </footer>
  );
}
