import { countOf, type Post } from "../../../domain/posts/model.ts";
import { CategoryBadge } from "../cards/category-badge.tsx";
import { PostDate } from "../cards/post-date.tsx";
import { useSite } from "../layout/use-site.ts";
import { useLikeCount } from "../likes/use-like.ts";
import { useView } from "../views/use-view.ts";
import { authorName } from "./author.ts";

/** What an article is called, by whom, and how long it takes. */
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
      <h1>{post.title}</h1>
      {post.description ? <p className="standfirst">{post.description}</p> : null}
      <p className="meta story-byline">
        <span className="author">{authorName(post, site)}</span>
        <span>{post.read_time} min read</span>
        <span>{countOf(views, "view")}</span>
        <span>{countOf(count, "like")}</span>
      </p>
    </header>
  );
}
