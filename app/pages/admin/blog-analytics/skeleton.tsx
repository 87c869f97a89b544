/** A stand-in of the screen's size. */
export function BlogSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="stat-cards blog-cards" aria-hidden="true">
        {["posts", "views", "engagement", "time"].map((card) => (
          <span key={card} className="skeleton blog-card" />
        ))}
      </div>
      <div className="blog-grid" aria-hidden="true">
        <span className="skeleton blog-curve" data-size="wide" />
        <span className="skeleton blog-list" data-size="wide" />
        <span className="skeleton blog-list" />
        <span className="skeleton blog-list" />
      </div>
    </div>
  );
}
