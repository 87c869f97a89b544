import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { BrandFile, LookSave } from "../../../domain/appearance/appearance.ts";
import type { BrandPart } from "../../../domain/appearance/brand-rules.ts";
import { body, unwrapEmpty } from "../../../http/api/admin/client.ts";
import type { Api } from "../../../http/api/client.ts";
import { type UploadOptions, uploadTo } from "../media/upload.ts";

/** The look and its history. Never fresh, so that admins see what others have saved. */
export const appearanceQuery = queryOptions({
  queryKey: ["admin", "appearance"],
  queryFn: () => body(adminApi.appearance.$get({ query: {} })),
  staleTime: 0,
});

/** @throws ApiError with the code `stale_version` when someone else has saved since */
export const saveLook = (json: LookSave) => body(adminApi.appearance.$put({ json, query: {} }));

export const uploadBrandFile = (part: BrandPart, file: File, options: UploadOptions) =>
  uploadTo<BrandFile>(`/api/admin/appearance/files?part=${part}&name=${encodeURIComponent(file.name || part)}`, file, options);

/** How often the browser gets a new pass, in ms; one is valid for an hour. */
const RENEWAL = 30 * 60_000;

/** The pass with which this browser may see pages in a look that isn't saved. */
export const passQuery = queryOptions({
  queryKey: ["admin", "appearance", "pass"],
  queryFn: async () => {
    await unwrapEmpty(adminApi.maintenance.pass.$post({ query: {} }));
    return true;
  },
  staleTime: 0,
  refetchInterval: RENEWAL,
});

/** The newest article, as a page to look at; null on a site without articles. */
export const newestArticleQuery = (api: Api) =>
  queryOptions({
    queryKey: ["admin", "appearance", "article"],
    queryFn: async () => (await api.posts.list({ limit: 1 })).posts[0]?.slug ?? null,
  });
