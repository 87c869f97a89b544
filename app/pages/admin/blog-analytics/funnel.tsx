import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { BlogFunnel } from "../../../domain/analytics/blog/blog-model.ts";
import { type FunnelStep, readFunnel as stepsOf } from "../../../domain/analytics/figures-model.ts";
import { PANEL_LIMIT_MAX } from "../../../domain/analytics/panels/panels-model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { BarList } from "../charts/bar-list.tsx";
import { RowsSkeleton } from "../frame/query-view.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { FunnelTable } from "./funnel-table.tsx";
import { blogFunnelQuery, readFunnel } from "./queries.ts";
import type { Shown } from "./use-blog-filters.ts";

const WORDS: Record<FunnelStep, string> = {
  visits: "Viewed",
  started: "Started reading",
  half: "Read half",
  finished: "Finished",
  liked: "Liked",
  commented: "Commented",
};

type StepsProps = Pick<Shown, "post" | "href"> & { data: BlogFunnel; isNarrowed: boolean };

function Steps({ data, post, isNarrowed, href }: StepsProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(post);
  const one = data.items.find(({ id }) => id === post);
  // The list that one chooses from may be longer than the window.
  useEffect(() => {
    if (post !== shown.current) place.current?.scrollIntoView({ block: "nearest" });
    shown.current = post;
  }, [post]);
  const bars = stepsOf(one ?? data.total).map(({ step, count, percentage }) => ({
    label: WORDS[step],
    value: count,
    percentage,
  }));
  return (
    <div ref={place} className="blog-steps">
      <div className="blog-steps-head">
        <h3 aria-live="polite">{one?.title ?? (isNarrowed ? "All posts that match your filters" : "All posts")}</h3>
        {one ? (
          <Link className="small-button" to={href({ post: "" })} preventScrollReset>
            Show all
          </Link>
        ) : null}
      </div>
      <BarList unit="times" items={bars} />
    </div>
  );
}

/** How far readers come: of all articles together or of the one that is chosen, beside those that are read most. */
export function Funnel({ shown }: { shown: Shown }) {
  const { posts, period, post, href } = shown;
  const { data, isPlaceholderData } = useQuery(blogFunnelQuery(posts));
  return (
    <FiguresPanel
      title="Read Funnel"
      size="wide"
      busy={isPlaceholderData}
      empty={data?.items.length === 0 ? "Nobody has read these posts in this period." : undefined}
      exports={{ period, load: () => readFunnel(posts, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
    >
      {data ? (
        <div className="blog-funnel">
          <Steps data={data} post={post} href={href} isNarrowed={posts.search !== undefined || posts.category !== undefined} />
          <FunnelTable items={data.items} post={post} href={href} />
        </div>
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </FiguresPanel>
  );
}
