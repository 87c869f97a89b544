import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** What shows posts, or counts them, and is out of date after a save; by the beginnings of its keys. */
const SHOWN = [
  ["admin", "posts"],
  ["admin", "dashboard"],
  ["admin", "categories"],
  ["admin", "tags"],
  ["admin", "media"],
  ["admin", "audit"],
  ["posts"],
  ["categories"],
  ["tags"],
];

/** @returns says that a post has been saved: whatever shows posts reads anew */
export function useInvalidation(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const queryKey of SHOWN) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient]);
}
