import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../http/api/client.ts";
import { FRESH } from "../../data.ts";

/** The owner's texts and figures about the site. */
export const aboutQuery = (api: Api) =>
  queryOptions({ queryKey: ["site", "about"], queryFn: () => api.about(), staleTime: FRESH.site });
