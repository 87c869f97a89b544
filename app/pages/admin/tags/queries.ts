import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";

/** Fresh for so long, in ms (specification, section 7). */
const FRESH = 10 * 60_000;

/** What a write of tags makes out of date. */
export const CHANGED_TAGS = [["admin", "tags"], ["admin", "posts"], ["tags"], ["posts"]] as const;

/** What the list shows, as it stands in the address; `limit`: rows per page, the usual number unless given. */
export type TagsShown = { search: string; sort: string; page: string; limit?: string };

/** A page of the tags. */
export const tagsQuery = (shown: TagsShown) =>
  queryOptions({
    queryKey: ["admin", "tags", "list", shown],
    queryFn: () => body(adminApi.tags.$get({ query: query(shown) })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

/** Gives a tag another name. @throws ApiError */
export const renameTag = ({ id, name }: { id: string; name: string }) =>
  body(adminApi.tags[":id"].$patch({ param: { id }, json: { name }, query: {} }));

/** Lets a tag go up in another. @throws ApiError */
export const mergeTags = ({ id, into }: { id: string; into: string }) =>
  body(adminApi.tags[":id"].merge.$post({ param: { id }, json: { into }, query: {} }));

/** Deletes a tag. @throws ApiError */
export const deleteTag = (id: string) => unwrapEmpty(adminApi.tags[":id"].$delete({ param: { id }, query: {} }));
