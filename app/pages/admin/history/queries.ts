import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { Comparison } from "../../../domain/posts/revisions/revision.ts";
import { body, query } from "../../../http/api/admin/client.ts";

const HISTORY = ["admin", "history"] as const;
/** What is out of date once something has been named or restored, by the beginnings of its keys. */
export const CHANGED = [HISTORY, ["admin", "posts"], ["admin", "dashboard"], ["admin", "audit"], ["admin", "media"]] as const;

/** A page of what a post said before. */
export const revisionsQuery = (id: string, page: string) =>
  queryOptions({
    queryKey: [...HISTORY, id, "list", page],
    queryFn: () => body(adminApi.posts[":id"].revisions.$get({ param: { id }, query: query({ page }) })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A revision and how it differs. */
export const revisionQuery = (id: string, revision: string, against: Comparison) =>
  queryOptions({
    queryKey: [...HISTORY, id, revision, against],
    queryFn: () => body(adminApi.posts[":id"].revisions[":revision"].$get({ param: { id, revision }, query: { against } })),
    staleTime: 0,
  });

type Place = { id: string; revision: string };

/** Names a revision; null takes its name away. @throws ApiError */
export const nameRevision = ({ name, ...param }: Place & { name: string | null }) =>
  body(adminApi.posts[":id"].revisions[":revision"].$patch({ param, query: {}, json: { name } }));

/** Brings back what a post said. @throws ApiError `stale_version` when somebody has saved since */
export const restoreRevision = ({ version, ...param }: Place & { version: number }) =>
  body(adminApi.posts[":id"].revisions[":revision"].restore.$post({ param, query: {}, json: { version } }));
