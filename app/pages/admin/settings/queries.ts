import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { SettingsSave } from "../../../domain/settings/settings.ts";
import { body, unwrapEmpty } from "../../../http/api/admin/client.ts";
import type { Api } from "../../../http/api/client.ts";
import { FRESH } from "../../data.ts";

/** Settings and site content as they are stored now. They are never fresh, so that admins see what others have saved. */
export const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: () => body(adminApi.settings.$get({ query: {} })),
  staleTime: 0,
});

export type SettingsAnswer = Awaited<ReturnType<NonNullable<typeof settingsQuery.queryFn>>>;

/** @throws ApiError with the code `stale_version` when someone else has saved since */
export const saveSettings = (json: SettingsSave) => body(adminApi.settings.$put({ json, query: {} }));

export const demoQuery = queryOptions({
  queryKey: ["admin", "demo-content"],
  queryFn: () => body(adminApi["demo-content"].$get({ query: {} })),
  staleTime: 0,
});

export const removeDemo = () => unwrapEmpty(adminApi["demo-content"].$delete({ query: {} }));

/** Published articles whose title or text contains the words. `search` must have more than two characters. */
export const articlesQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: ["posts", "suggested", search],
    queryFn: async () => (await api.posts.list({ search, limit: 8 })).posts.map(({ slug, title }) => ({ slug, title })),
    staleTime: FRESH.search,
  });
