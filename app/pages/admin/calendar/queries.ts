import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body, query } from "../../../http/api/admin/client.ts";

/** Fresh for so long, in ms: plans are carried out while one looks on. */
const FRESH = 15_000;

/** Some days of the calendar. Under the posts' key: what changes them changes it. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ["admin", "posts", "calendar", from, to],
    queryFn: () => body(adminApi.calendar.$get({ query: query({ from, to }) })),
    staleTime: FRESH,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
