import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../http/api/client.ts";
import { FRESH } from "../../data.ts";

/** An article by its slug, an old slug or its id. */
export const postQuery = (api: Api, slug: string) =>
  queryOptions({ queryKey: ["posts", "one", slug], queryFn: () => api.posts.read(slug), staleTime: FRESH.posts });
