import { useQuery } from "@tanstack/react-query";
import type { PublicSite } from "../../../domain/settings/settings.ts";
import { siteQuery, useApi } from "../../data.ts";

/** The public settings. The layout's loader has fetched them before anything is shown. */
export function useSite(): PublicSite {
  const { data } = useQuery(siteQuery(useApi()));
  if (!data) throw new Error("useSite needs the layout's loader to have run");
  return data;
}
