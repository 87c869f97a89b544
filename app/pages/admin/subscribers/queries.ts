import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { adminApi, adminFetch } from "../../../browser/auth/admin-api.ts";
import type { NewSubscriber, SubscriberSort, SuppressionList } from "../../../domain/subscribers/subscriber.ts";
import type { SubscriberState, SuppressionReason } from "../../../domain/subscribers/subscriber-rules.ts";
import { body, query, unwrap, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { prefetchQuery } from "../frame/prefetch-query.ts";
import { saveFile } from "../frame/save-file.ts";

/** In ms */
const FRESH = 60_000;

/** What a change of subscribers invalidates. */
export const CHANGED_SUBSCRIBERS = [["admin", "newsletter", "subscribers"]] as const;

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

const { subscribers, suppressions } = adminApi.newsletter;

export const addSubscriber = (added: NewSubscriber) => body(subscribers.$post({ json: added, query: {} }));

export const suppressSubscriber = ({ id, reason }: { id: string; reason: SuppressionReason }) =>
  body(subscribers[":id"].suppression.$put({ param: { id }, json: { suppressed_for: reason }, query: {} }));

export const liftSuppression = ({ id }: { id: string }) =>
  unwrapEmpty(subscribers[":id"].suppression.$delete({ param: { id }, query: {} }));

export const eraseSubscriber = ({ id }: { id: string }) => unwrapEmpty(subscribers[":id"].$delete({ param: { id }, query: {} }));

export const suppressAddresses = (list: SuppressionList) => body(suppressions.$post({ json: list, query: {} }));

/** Saves a CSV of the API as a file. */
export async function downloadCsv(address: string, fallback: string): Promise<void> {
  const response = await unwrap(adminFetch(pathTo(address)) as never as ReturnType<typeof subscribers.$get>);
  await saveFile(response as never as Response, fallback);
}

/** Those that the list shows, on all of its pages. */
export const exportSubscribers = ({ search, state, suppressed_for }: SubscribersShown) =>
  downloadCsv(
    `/api/admin/newsletter/subscribers.csv?${new URLSearchParams(query({ search, state, suppressed_for }))}`,
    "subscribers.csv",
  );
