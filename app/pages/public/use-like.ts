import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { LikeStats } from "../../domain/likes/like.ts";
import { LIKE_STATS_MAX } from "../../domain/likes/like-rules.ts";
import type { Api } from "../../http/api/client.ts";
import { wasLikedEarly } from "../../ui/early-presses.ts";
import { toast } from "../../ui/toast/toast.ts";
import { useApi } from "../data.ts";
import { texts } from "./cards/texts.ts";

const likeKey = (id: string) => ["likes", id] as const;

/** Specification, section 9. */
const LIKE_STATS_DEBOUNCE_MS = 1000;
/** The page itself loads first. */
const COLLECT_MS = 200;

const requestedAt = new Map<string, number>();
let waiting = new Set<string>();
/** Known from the server. After a failed request, the state is a guess. */
const known = new Set<string>();

/**
 * Together with other articles and comments requested at about the same time. A second request within a second does nothing. A failure counts as no
 * likes.
 */
function requestLikeStats(api: Api, queryClient: QueryClient, id: string): void {
  if (Date.now() - (requestedAt.get(id) ?? 0) < LIKE_STATS_DEBOUNCE_MS) return;
  requestedAt.set(id, Date.now());
  waiting.add(id);
  // The first request waits for the others.
  if (waiting.size > 1) return;
  setTimeout(async () => {
    const ids = [...waiting];
    waiting = new Set();
    const before = new Map(ids.map((one) => [one, queryClient.getQueryState(likeKey(one))?.dataUpdateCount]));
    const stats: Record<string, LikeStats> = {};
    const ask = async (some: string[]) => Object.assign(stats, await api.likes.stats(some).catch(() => ({})));
    await Promise.all(ids.flatMap((_, n) => (n % LIKE_STATS_MAX ? [] : ask(ids.slice(n, n + LIKE_STATS_MAX)))));
    for (const one of ids) {
      // The reader has toggled the like in the meantime, so this answer is out of date.
      if (queryClient.getQueryState(likeKey(one))?.dataUpdateCount !== before.get(one)) continue;
      if (stats[one]) known.add(one);
      queryClient.setQueryData(likeKey(one), stats[one] ?? { totalLikes: 0, isLikedByCurrentUser: false });
    }
  }, COLLECT_MS);
}

/** Shown before the server answers. */
const toggled = ({ totalLikes, isLikedByCurrentUser }: LikeStats): LikeStats => ({
  totalLikes: Math.max(0, totalLikes + (isLikedByCurrentUser ? -1 : 1)),
  isLikedByCurrentUser: !isLikedByCurrentUser,
});

/** Only reads the number that the like button requests: on a slow device the two may render more than a second apart. */
export function useLikeCount(post: { id: string; likes_count: number }): number {
  const { data } = useQuery<LikeStats>({ queryKey: likeKey(post.id), queryFn: skipToken });
  return data?.totalLikes ?? post.likes_count;
}

/**
 * First the number in the page, then the state of this reader session. A toggle shows at once and is rolled back if the server refuses it
 * (specification, section 4). `toasts: false` reports nothing, as in the listing; `failures` only those.
 */
export function useLike(
  post: { id: string; likes_count: number },
  { toasts = true, of }: { toasts?: boolean | "failures"; of?: "comment_id" } = {},
) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery<LikeStats>({ queryKey: likeKey(post.id), queryFn: skipToken });
  const stats = data ?? { totalLikes: post.likes_count, isLikedByCurrentUser: false };

  useEffect(() => requestLikeStats(api, queryClient, post.id), [api, queryClient, post.id]);

  const toggle = useCallback(async () => {
    if (busy) return;
    setBusy(true);
    // A press before the script ran seemed to do nothing, and this one takes its place.
    wasLikedEarly(post.id);
    const before = queryClient.getQueryData<LikeStats>(likeKey(post.id)) ?? stats;
    queryClient.setQueryData(likeKey(post.id), toggled(before));
    try {
      const after = await api.likes.toggle(post.id, of);
      queryClient.setQueryData(likeKey(post.id), after);
      if (toasts !== true) return;
      if (after.isLikedByCurrentUser) toast({ title: texts.liked, description: texts.likedDetails, tone: "success" });
      else toast({ title: texts.unliked, description: texts.unlikedDetails, tone: "success" });
    } catch {
      queryClient.setQueryData(likeKey(post.id), before);
      if (toasts) toast({ title: texts.notLiked, description: texts.notLikedDetails, tone: "error" });
    } finally {
      setBusy(false);
    }
  }, [api, queryClient, post.id, busy, stats, toasts, of]);

  useEffect(() => {
    if (!data || !known.has(post.id) || !wasLikedEarly(post.id) || data.isLikedByCurrentUser) return;
    void toggle();
  }, [data, post.id, toggle]);

  return { liked: stats.isLikedByCurrentUser, count: stats.totalLikes, busy, toggle: () => void toggle() };
}
