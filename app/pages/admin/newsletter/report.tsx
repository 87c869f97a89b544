import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { share } from "../../../domain/analytics/analytics-rules.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { REPORT_DAYS } from "../../../domain/newsletter/newsletter-rules.ts";
import { addDays } from "../../../platform/time/day.ts";
import { localDay } from "../../../platform/time/zone.ts";
import { useSite } from "../../data.ts";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { figures } from "./issue-words.tsx";
import { campaignQuery } from "./queries.ts";
import { Recipients } from "./recipients.tsx";

/** The first days of an issue, as far as they have come. */
function reportDays(startedAt: string, timezone: string): { from: string; to: string } {
  const from = localDay(Date.parse(startedAt), timezone);
  const today = localDay(Date.now(), timezone);
  const last = addDays(from, REPORT_DAYS - 1);
  return { from, to: last < today ? last : today };
}

const ofVisits = (count: number, visits: number) => (visits > 0 ? { note: `${share(count, visits)}% of the visits` } : {});

/** How far readers got who came by the links of the issue. */
function CameByEmail({ id, startedAt }: { id: string; startedAt: string }) {
  const { timezone, enableAnalytics } = useSite();
  const days = reportDays(startedAt, timezone);
  const { data } = useQuery({ ...campaignQuery(id, days), enabled: enableAnalytics });
  if (!data) return null;
  const { visits, half, finished, is_whole } = data;
  const range = new URLSearchParams({ range: "custom", ...days });
  return (
    <section className="issue-readers" aria-labelledby="issue-readers">
      <h3 id="issue-readers">Came by email</h3>
      <StatCards>
        <StatCard label="Visits" value={visits} note="By its links" to={`${adminRoutes.analytics()}?${range}`} />
        <StatCard label="Read to the middle" value={half} {...ofVisits(half, visits)} />
        <StatCard label="Read to the end" value={finished} {...ofVisits(finished, visits)} />
      </StatCards>
      <p className="issue-note">
        Visits in the first {REPORT_DAYS} days that began with a link of this issue, and in how many of them an article was read.
        Emails have no tracking pixel, so nobody knows how many were opened.
        {is_whole ? "" : " Some of these visits are no longer stored one by one, and are missing here."}
      </p>
    </section>
  );
}

/** "2 hard, 1 soft, 1 complaint" */
const kindsOf = ({ hard, soft, complaint }: Issue["counts"]["bounces"]): string =>
  [
    hard > 0 ? `${figures.format(hard)} hard` : "",
    soft > 0 ? `${figures.format(soft)} soft` : "",
    complaint > 0 ? `${figures.format(complaint)} ${complaint === 1 ? "complaint" : "complaints"}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** What became of an issue: figures, and each of its recipients. */
export function Report({ issue }: { issue: Issue }) {
  const { all, sent, refused, uncertain, left, departed, bounced, bounces } = issue.counts;
  return (
    <section className="issue-report" aria-labelledby="issue-report">
      <h2 id="issue-report">Report</h2>
      <StatCards>
        <StatCard label="Recipients" value={all} {...(left > 0 && { note: `${figures.format(left)} left before it was sent` })} />
        <StatCard label="Sent" value={sent} />
        <StatCard label="Refused" value={refused} />
        <StatCard label="Uncertain" value={uncertain} />
        <StatCard label="Bounced later" value={bounced} {...(bounced > 0 && { note: kindsOf(bounces) })} />
        <StatCard label="Left because of it" value={departed} />
      </StatCards>
      {issue.started_at ? <CameByEmail id={issue.id} startedAt={issue.started_at} /> : null}
      <Recipients issue={issue} />
    </section>
  );
}
