import type { QueryClient } from "@tanstack/react-query";
import type { LikeStats } from "../../../domain/likes/like.ts";
import type { Api } from "../../../http/api/client.ts";

export const likeKey = (id: string) => ["likes", id] as const;

/** Requests within this time are one (specification, section 9), in ms. */
const LIKE_STATS_DEBOUNCE_MS = 1000;
/** Asked for this long after a page shows its articles, so that the page itself goes first, in ms. */
const COLLECT_MS = 200;

const asked = new Map<string, number>();
let waiting = new Set<string>();

/**
 * Fetches the like stats of an article together with those of every other article asked for at about the same time.
 * An article asked for again within a second isn't fetched again. Failures yield zero likes and not liked.
 */
export function requestLikeStats(api: Api, queryClient: QueryClient, id: string): void {
  if (Date.now() - (asked.get(id) ?? 0) < LIKE_STATS_DEBOUNCE_MS) return;
  asked.set(id, Date.now());
  waiting.add(id);
  // The first one waits for the others to come along.
  if (waiting.size > 1) return;
  setTimeout(async () => {
    const ids = [...waiting];
    waiting = new Set();
    const before = new Map(ids.map((one) => [one, queryClient.getQueryState(likeKey(one))?.dataUpdateCount]));
    const stats: Record<string, LikeStats> = await api.likes.stats(ids).catch(() => ({}));
    for (const one of ids) {
      // A toggle in between knows better than an answer that was asked for earlier.
      if (queryClient.getQueryState(likeKey(one))?.dataUpdateCount !== before.get(one)) continue;
      queryClient.setQueryData(likeKey(one), stats[one] ?? { totalLikes: 0, isLikedByCurrentUser: false });
    }
  }, COLLECT_MS);
}
