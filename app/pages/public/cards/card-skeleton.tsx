/** Stands in for a card, part for part, so that nothing moves when the card comes. */
export function CardSkeleton({ size = "small" }: { size?: "large" | "small" }) {
  return (
    <div className={`card card-${size} skeleton-card`} aria-hidden="true">
      <div className="card-picture">
        <div className="picture skeleton" />
      </div>
      <div className="card-text">
        <p className="card-kicker">
          <span className="skeleton skeleton-word" />
        </p>
        <p className="card-title">
          <span className="skeleton skeleton-line" />
          <span className="skeleton skeleton-line skeleton-short" />
        </p>
        <p className="card-description">
          <span className="skeleton skeleton-line" />
          <span className="skeleton skeleton-line skeleton-short" />
        </p>
        <p className="meta card-meta">
          <span className="skeleton skeleton-word" />
        </p>
        <div className="card-actions" />
      </div>
    </div>
  );
}
