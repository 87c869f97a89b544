import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { Comparison } from "../../../domain/posts/revisions/revision.ts";
import { body, query } from "../../../http/api/admin/client.ts";

const HISTORY = ["admin", "history"] as const;
export const CHANGED = [HISTORY, ["admin", "posts"], ["admin", "dashboard"], ["admin", "audit"], ["admin", "media"]] as const;

export const revisionsQuery = (id: string, page: string) =>
  queryOptions({
    queryKey: [...HISTORY, id, "list", page],
    queryFn: () => body(adminApi.posts[":id"].revisions.$get({ param: { id }, query: query({ page }) })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const revisionQuery = (id: string, revision: string, against: Comparison) =>
  queryOptions({
    queryKey: [...HISTORY, id, revision, against],
    queryFn: () => body(adminApi.posts[":id"].revisions[":revision"].$get({ param: { id, revision }, query: { against } })),
    staleTime: 0,
  });

type Place = { id: string; revision: string };

/** Names a revision; null removes the name. @throws ApiError */
export const nameRevision = ({ name, ...param }: Place & { name: string | null }) =>
  body(adminApi.posts[":id"].revisions[":revision"].$patch({ param, query: {}, json: { name } }));

/** Restores a revision. @throws ApiError `stale_version` if another admin has saved since */
export const restoreRevision = ({ version, ...param }: Place & { version: number }) =>
  body(adminApi.posts[":id"].revisions[":revision"].restore.$post({ param, query: {}, json: { version } }));
