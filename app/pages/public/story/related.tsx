import type { PostCard } from "../../../domain/posts/model.ts";
import { Card } from "../cards/card.tsx";

/** Three articles that go well after this one. */
export function Related({ posts }: { posts: PostCard[] }) {
  if (posts.length === 0) return null;
  return (
    <section className="page-width related" aria-labelledby="related-title">
      <h2 id="related-title" className="section-title">
        Related Articles
      </h2>
      <div className="cards cards-grid">
        {posts.map((post) => (
          <Card key={post.id} post={post} />
        ))}
      </div>
    </section>
  );
}
