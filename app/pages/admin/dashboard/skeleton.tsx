/** A stand-in of the dashboard's size. */
export function DashboardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="stat-cards" aria-hidden="true">
        {["posts", "users", "comments", "views"].map((card) => (
          <span key={card} className="skeleton dashboard-card" />
        ))}
      </div>
      <div className="dashboard" aria-hidden="true">
        <span className="skeleton dashboard-list" />
        <span className="skeleton dashboard-list" />
      </div>
    </div>
  );
}
