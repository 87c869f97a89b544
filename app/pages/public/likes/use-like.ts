import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { LikeStats } from "../../../domain/likes/like.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { useApi } from "../../data.ts";
import { likeKey, requestLikeStats } from "./queries.ts";

/** The other way round, at once, before the server has answered. */
const toggled = ({ totalLikes, isLikedByCurrentUser }: LikeStats): LikeStats => ({
  totalLikes: Math.max(0, totalLikes + (isLikedByCurrentUser ? -1 : 1)),
  isLikedByCurrentUser: !isLikedByCurrentUser,
});

/**
 * How often an article is liked, kept up to date by the article's like button. It asks the server for nothing: the button does, and
 * on a slow device the two can come more than a second apart.
 */
export function useLikeCount(post: { id: string; likes_count: number }): number {
  const { data } = useQuery<LikeStats>({ queryKey: likeKey(post.id), queryFn: skipToken });
  return data?.totalLikes ?? post.likes_count;
}

/**
 * An article's like button: what the page printed, then this session's own state, changed at once and rolled back when
 * the server refuses (specification, section 4). `toasts: false` keeps failures silent, as on the listing.
 */
export function useLike(post: { id: string; likes_count: number }, { toasts = true }: { toasts?: boolean } = {}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery<LikeStats>({ queryKey: likeKey(post.id), queryFn: skipToken });
  const stats = data ?? { totalLikes: post.likes_count, isLikedByCurrentUser: false };

  useEffect(() => requestLikeStats(api, queryClient, post.id), [api, queryClient, post.id]);

  const toggle = useCallback(async () => {
    if (busy) return;
    setBusy(true);
    const before = queryClient.getQueryData<LikeStats>(likeKey(post.id)) ?? stats;
    queryClient.setQueryData(likeKey(post.id), toggled(before));
    try {
      const after = await api.likes.toggle(post.id);
      queryClient.setQueryData(likeKey(post.id), after);
      if (!toasts) return;
      if (after.isLikedByCurrentUser)
        toast({ title: "Article liked!", description: "Thanks for liking this article!", tone: "success" });
      else toast({ title: "Like removed", description: "Like has been removed", tone: "success" });
    } catch {
      queryClient.setQueryData(likeKey(post.id), before);
      if (toasts) toast({ title: "Error", description: "Failed to update like. Please try again.", tone: "error" });
    } finally {
      setBusy(false);
    }
  }, [api, queryClient, post.id, busy, stats, toasts]);

  return { liked: stats.isLikedByCurrentUser, count: stats.totalLikes, busy, toggle: () => void toggle() };
}
