import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { MediaKind } from "../../../domain/media/file-rules.ts";
import type { MediaAction } from "../../../domain/media/media-rules.ts";
import { body, query, unwrap, unwrapEmpty } from "../../../http/api/admin/client.ts";

export const MEDIA_KEY = ["admin", "media"] as const;
export const CHANGED_MEDIA = [MEDIA_KEY, ["admin", "audit"], ["posts"]] as const;
const FRESH_MS = 60_000;
const PER_PAGE = 24;

/** Things of one kind whose name or alternative text contains `search`, the newest first. */
export const mediaQuery = (kind: MediaKind, search: string, page: number) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, { kind, search, page }],
    queryFn: () =>
      body(adminApi.media.$get({ query: { ...query({ search, page, limit: PER_PAGE }), kind, sort: "-created_at" } })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

export type LibraryShown = { search: string; show: string; sort: string; page: string; media: string };
export const LIBRARY_AT_FIRST: LibraryShown = { search: "", show: "all", sort: "-created_at", page: "1", media: "" };

export const libraryQuery = ({ search, show, sort, page }: LibraryShown) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, "library", { search, show, sort, page }],
    queryFn: () => {
      const shown = { ...query({ search, show, page, limit: PER_PAGE }), sort: sort as "name" };
      return body(adminApi.media.$get({ query: shown }));
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

export const mediaItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, "one", id],
    queryFn: () => body(adminApi.media[":id"].$get({ param: { id }, query: {} })),
  });

/** The file as a `data:` URL, which the page may show. */
const dataAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The thumbnail of a picture in the trash. It never changes. */
export const trashedThumbnailQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "media thumbnail", id],
    queryFn: async () => {
      const answer = await unwrap(adminApi.media[":id"].thumbnail.$get({ param: { id }, query: {} }));
      return dataAddress(await answer.blob());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export type MediaValues = { name: string; alt: string; focus_x: number; focus_y: number };

export const describeMedia = ({ id, ...json }: MediaValues & { id: string }) =>
  body(adminApi.media[":id"].$patch({ param: { id }, query: {}, json }));

/** Moves a picture to the trash. @throws ApiError what shows it, when something does */
export const trashMedia = (id: string) => unwrapEmpty(adminApi.media[":id"].$delete({ param: { id }, query: {} }));

export const changeManyMedia = (json: { ids: string[]; action: MediaAction }) =>
  body(adminApi.media.bulk.$post({ json, query: {} }));

export const emptyMediaTrash = () => body(adminApi.media.trash.$delete({ query: {} }));
