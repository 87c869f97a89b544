import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { TrashKind } from "../../../domain/trash/trash.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";

/** In ms. */
const FRESH = 60_000;

/** The queries that a restoration invalidates: every list that the item was missing from. */
export const CHANGED_TRASH = [
  ["admin", "trash"],
  ["admin", "posts"],
  ["admin", "comments"],
  ["admin", "categories"],
  ["admin", "tags"],
  ["admin", "users"],
  ["admin", "dashboard"],
  ["admin", "audit"],
  ["posts"],
  ["comments"],
  ["categories"],
  ["tags"],
] as const;

export type TrashShown = { search: string; kind: string; page: string };
export const TRASH_AT_FIRST: TrashShown = { search: "", kind: "", page: "1" };

export const trashQuery = ({ search, kind, page }: TrashShown) =>
  queryOptions({
    queryKey: ["admin", "trash", "list", { search, kind, page }],
    queryFn: () => body(adminApi.trash.$get({ query: query({ search, kind, page }) })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

export type Trashed = { kind: TrashKind; id: string };

export const restore = (items: Trashed[]) => body(adminApi.trash.restore.$post({ json: { items }, query: {} }));

export const deleteForGood = ({ kind, id }: Trashed) =>
  unwrapEmpty(adminApi.trash[":kind"][":id"].$delete({ param: { kind, id }, query: {} }));

/** Deletes all items permanently, or those of one kind. @throws ApiError */
export const emptyTrash = (kind: TrashKind | undefined) =>
  body(adminApi.trash.empty.$post({ json: kind ? { kind } : {}, query: {} }));
