import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SubscriberSort } from "../../../domain/subscribers/subscriber.ts";
import type { SubscriberState, SuppressionReason } from "../../../domain/subscribers/subscriber-rules.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import { prefetchQuery } from "../frame/prefetch-query.ts";

/** In ms */
const FRESH = 60_000;

export type SubscribersShown = { search: string; state: string; suppressed_for: string; sort: string; page: string };
export const SUBSCRIBERS_AT_FIRST: SubscribersShown = {
  search: "",
  state: "",
  suppressed_for: "",
  sort: "-created_at",
  page: "1",
};

/** The server validates the values of the URL. */
type SubscribersQuery = {
  search?: string;
  state?: SubscriberState;
  suppressed_for?: SuppressionReason;
  sort?: SubscriberSort;
  page?: string;
};

export const subscribersQuery = (shown: SubscribersShown) =>
  queryOptions({
    queryKey: ["admin", "newsletter", "subscribers", shown],
    queryFn: prefetchQuery((api) => body(api.newsletter.subscribers.$get({ query: query(shown) as SubscribersQuery }))),
    staleTime: FRESH,
    retryOnMount: true,
    placeholderData: keepPreviousData,
  });

export const askSubscribers = (client: QueryClient, shown: SubscribersShown) => client.prefetchQuery(subscribersQuery(shown));
