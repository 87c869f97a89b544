import type { UserCounts } from "../../../domain/users/model.ts";
import { StatCard, StatCards } from "../frame/stat-card.tsx";

type UserFiguresProps = {
  /** absent until they are known */
  counts: UserCounts | undefined;
  href(patch: { role: string; state: string; search: string }): string;
};

/** How many users there are, by what matters of them; each leads to its own. */
export function UserFigures({ counts, href }: UserFiguresProps) {
  const all = { role: "", state: "", search: "" };
  const waiting = counts?.invited ? `${counts.invited} invited` : undefined;
  return (
    <div className="user-figures">
      <StatCards>
        <StatCard label="Total Users" value={counts?.total ?? "–"} to={href(all)} />
        <StatCard label="Admins" value={counts?.admins ?? "–"} to={href({ ...all, role: "admin" })} />
        <StatCard
          label="Active"
          value={counts?.active ?? "–"}
          to={href({ ...all, state: "active" })}
          {...(waiting && { note: waiting })}
        />
        <StatCard label="New this month" value={counts?.new_this_month ?? "–"} />
      </StatCards>
    </div>
  );
}
