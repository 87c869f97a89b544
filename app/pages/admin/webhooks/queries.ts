import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { NewWebhook, WebhookChanges } from "../../../domain/webhooks/webhook.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";

export const CHANGED_WEBHOOKS = [
  ["admin", "webhooks"],
  ["admin", "audit"],
] as const;

/** How often to ask what became of deliveries that wait, in ms. */
const ASK_MS = 2000;

const api = adminApi.webhooks;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: ["admin", "webhooks", "list"],
    queryFn: () => body(api.$get({ query: {} })),
    refetchInterval: ({ state }) => (state.data?.items.some(({ waiting }) => waiting > 0) ? ASK_MS : false),
  });

export const deliveriesQuery = (id: string, page: string) =>
  queryOptions({
    queryKey: ["admin", "webhooks", id, "deliveries", page],
    queryFn: () => body(api[":id"].deliveries.$get({ param: { id }, query: query({ page }) })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === "waiting") ? ASK_MS : false),
  });

type Which = { id: string; delivery: string };

export const deliveryQuery = (param: Which) =>
  queryOptions({
    queryKey: ["admin", "webhooks", param.id, "delivery", param.delivery],
    queryFn: () => body(api[":id"].deliveries[":delivery"].$get({ param, query: {} })),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? ASK_MS : false),
  });

export const createWebhook = (json: NewWebhook) => body(api.$post({ json, query: {} }));

export const updateWebhook = ({ id, ...json }: WebhookChanges & { id: string }) =>
  body(api[":id"].$patch({ param: { id }, json, query: {} }));

export const deleteWebhook = (id: string) => unwrapEmpty(api[":id"].$delete({ param: { id }, query: {} }));

export const replaceSecret = (id: string) => body(api[":id"].secret.$post({ param: { id }, query: {} }));

export const testWebhook = (id: string) => body(api[":id"].test.$post({ param: { id }, query: {} }));

export const replayDelivery = (param: Which) => body(api[":id"].deliveries[":delivery"].replay.$post({ param, query: {} }));
