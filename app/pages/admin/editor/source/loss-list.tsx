import type { Loss } from "../html/loss.ts";

/** What will be lost, as a list. */
export function LossList({ losses }: { losses: Loss[] }) {
  return (
    <ul className="loss-list">
      {losses.map(({ what, count }) => (
        <li key={what}>
          <strong>{count > 1 ? `${count} × ` : ""}</strong>
          {what === "text" ? "Some text would read differently" : <code>{what}</code>}
        </li>
      ))}
    </ul>
  );
}
