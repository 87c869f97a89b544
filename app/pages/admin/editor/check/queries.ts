import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { body } from "../../../../http/api/admin/client.ts";

/** Other posts may change meanwhile, but not while one looks at a finding. In ms. */
const FRESH = 30_000;

/** What only the server knows of a post's surroundings. */
export const surroundingsQuery = (id: string | null, title: string, slugs: string[]) =>
  queryOptions({
    queryKey: ["admin", "editor", "check", id, title, slugs],
    queryFn: () => body(adminApi.posts.check.$post({ query: {}, json: { id, title, slugs } })),
    staleTime: FRESH,
    retry: false,
  });
