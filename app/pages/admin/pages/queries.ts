import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body } from "../../../http/api/admin/client.ts";

/** In ms, as for posts. */
const FRESH = 2 * 60_000;

/** The own pages. The key is below that of posts, because saving a page is saving a post. */
export const pagesQuery = () =>
  queryOptions({
    queryKey: ["admin", "posts", "pages"],
    queryFn: () => body(adminApi.pages.$get({ query: {} })),
    staleTime: FRESH,
  });
