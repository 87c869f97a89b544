const PARAGRAPH = ["a", "b", "c", "d"];

/** Stands in for an article while it loads. */
export function StorySkeleton() {
  return (
    <div className="story" aria-busy="true">
      <title>Loading…</title>
      <p className="sr-only">Loading the article</p>
      <div className="story-header" aria-hidden="true">
        <p className="card-kicker">
          <span className="skeleton skeleton-word" />
        </p>
        <div className="skeleton-h1">
          <span className="skeleton skeleton-line" />
          <span className="skeleton skeleton-line skeleton-short" />
        </div>
        <p className="standfirst">
          <span className="skeleton skeleton-line" />
        </p>
        <p className="meta story-byline">
          <span className="skeleton skeleton-word" />
        </p>
      </div>
      <div className="story-picture" aria-hidden="true">
        <div className="picture skeleton" />
      </div>
      <div className="story-columns" aria-hidden="true">
        <div className="story-main prose">
          {PARAGRAPH.map((paragraph) => (
            <p key={paragraph}>
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line skeleton-short" />
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}
