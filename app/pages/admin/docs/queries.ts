import { queryOptions } from "@tanstack/react-query";
import type { OpenAPIObject, OperationObject } from "openapi3-ts/oas31";
import { pathTo } from "../../../base-path.ts";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body } from "../../../http/api/admin/client.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";

/** The documents change only with a release, so they stay valid while the tab is open. */
const FRESH = Number.POSITIVE_INFINITY;

export const documentsQuery = () =>
  queryOptions({
    queryKey: ["admin", "docs"],
    queryFn: () => body(adminApi.docs.$get({ query: {} })),
    staleTime: FRESH,
  });

export const documentQuery = (name: string) =>
  queryOptions({
    queryKey: ["admin", "docs", name],
    queryFn: () => body(adminApi.docs[":name"].$get({ param: { name }, query: {} })),
    staleTime: FRESH,
  });

/** How often to ask how a retried job has ended, in ms. */
const ASK_MS = 2000;

export const systemQuery = () =>
  queryOptions({
    queryKey: ["admin", "system"],
    queryFn: () => body(adminApi.system.$get({ query: {} })),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data && state.data.retried_jobs > 0 ? ASK_MS : false),
  });

/** Runs the checks, which takes some seconds; only when somebody asks for it again. */
export const checksQuery = () =>
  queryOptions({
    queryKey: ["admin", "system", "checks"],
    queryFn: () => body(adminApi.system.checks.$get({ query: {} })),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

export const retryJob = (id: string) => body(adminApi.system.jobs[":id"].retry.$post({ param: { id }, query: {} }));

export type Operation = { method: string; path: string; summary: string };

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const operationsOf = ({ paths = {} }: OpenAPIObject): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation: OperationObject | undefined = item[method];
      return operation ? [{ method: method.toUpperCase(), path, summary: operation.summary ?? "" }] : [];
    }),
  );

export const operationsQuery = () =>
  queryOptions({
    queryKey: ["admin", "operations"],
    queryFn: async () => {
      const answer = await fetch(pathTo(routes.openApi()));
      if (!answer.ok) throw new ApiError(answer.status, null);
      return operationsOf((await answer.json()) as OpenAPIObject);
    },
    staleTime: FRESH,
  });
