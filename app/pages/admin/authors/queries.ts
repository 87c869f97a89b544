import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { AuthorChange } from "../../../domain/authors/author.ts";
import { body } from "../../../http/api/admin/client.ts";

/** @param id of the user; without one, the signed-in user's own */
export const authorQuery = (id?: string) =>
  queryOptions({
    queryKey: ["admin", "users", "author", id ?? "own"],
    queryFn: () =>
      id === undefined
        ? body(adminApi.author.$get({ query: {} }))
        : body(adminApi.users[":id"].author.$get({ param: { id }, query: {} })),
    // The form begins with what is stored now.
    staleTime: 0,
    gcTime: 0,
  });

export const saveAuthor = ({ id, change }: { id: string | undefined; change: AuthorChange }) =>
  id === undefined
    ? body(adminApi.author.$patch({ json: change, query: {} }))
    : body(adminApi.users[":id"].author.$patch({ param: { id }, json: change, query: {} }));
