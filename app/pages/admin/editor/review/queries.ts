import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { PreviewSpan } from "../../../../domain/previews/preview-model.ts";
import { body, unwrapEmpty } from "../../../../http/api/admin/client.ts";

const REVIEW = ["admin", "review"] as const;
/** What is out of date once a link or a note was changed, by the beginnings of its keys. */
export const REVIEWED = [REVIEW, ["admin", "audit"]] as const;

/** What people who have a preview link noted down; asked for again now and then, for they do it at any time. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: [...REVIEW, id, "notes"],
    queryFn: () => body(adminApi.posts[":id"].notes.$get({ param: { id }, query: {} })),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

/** A post's links that still work. */
export const previewsQuery = (id: string) =>
  queryOptions({
    queryKey: [...REVIEW, id, "previews"],
    queryFn: () => body(adminApi.posts[":id"].previews.$get({ param: { id }, query: {} })),
    staleTime: 0,
  });

/** Makes a link. @throws ApiError */
export const sharePreview = ({ id, ...json }: { id: string; lasts: PreviewSpan; may_note: boolean }) =>
  body(adminApi.posts[":id"].previews.$post({ param: { id }, query: {}, json }));

/** Takes a link back. @throws ApiError */
export const endPreview = (param: { id: string; preview: string }) =>
  unwrapEmpty(adminApi.posts[":id"].previews[":preview"].$delete({ param, query: {} }));

/** Settles a note, or opens it again. @throws ApiError */
export const resolveNote = ({ resolved, ...param }: { id: string; note: string; resolved: boolean }) =>
  body(adminApi.posts[":id"].notes[":note"].$patch({ param, query: {}, json: { resolved } }));

/** Deletes a note. @throws ApiError */
export const deleteNote = (param: { id: string; note: string }) =>
  unwrapEmpty(adminApi.posts[":id"].notes[":note"].$delete({ param, query: {} }));
