import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/**
 * Invalidates queries when background work ends that a screen follows: lists that were opened during the work lack the rest of it.
 * @param isAtWork whether the work is under way
 * @param invalidates prefixes of the query keys
 */
export function useEndOfWork(isAtWork: boolean, invalidates: readonly QueryKey[]): void {
  const queryClient = useQueryClient();
  const wasAtWork = useRef(false);
  useEffect(() => {
    if (wasAtWork.current && !isAtWork) for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
    wasAtWork.current = isAtWork;
  }, [isAtWork, invalidates, queryClient]);
}
