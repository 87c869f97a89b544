import { messageOf } from "../../account/frame/failure.ts";

/** The figures could not be had; those that are there stay in sight below (specification, section 8). */
export function AnalyticsFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className="empty-state blog-failure" role="alert">
      <h2>Error loading analytics</h2>
      <p>{messageOf(error, "An unexpected error occurred")}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}
