import { queryOptions } from "@tanstack/react-query";
import { adminApi, backgroundAdminApi } from "../../../browser/auth/admin-api.ts";
import type { ContentFormat } from "../../../domain/posts/post-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { inputOf, type PostValues } from "./form-input.ts";

/** How long the names of categories and tags stay fresh, in ms (specification, section 7). */
const NAMES_FRESH = 10 * 60_000;
/** As many tags as one answer holds: suggestions, not a register. */
const SUGGESTED_TAGS = 100;

/** A post as it is edited. What is edited must be what is stored, so it is read anew each time. */
export const editedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "editor", "post", id],
    queryFn: () => readWithStaged(id),
    staleTime: 0,
    gcTime: 0,
  });

/** The changes of a post that wait; null when there are none. */
const readStaged = (id: string) =>
  body(adminApi.posts[":id"].edit.$get({ param: { id }, query: {} })).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  });

/** A post, and what waits beside it, which is only asked for where there is something. */
export async function readWithStaged(id: string) {
  const post = await readPost(id);
  return { post, edit: post.staged_at === null ? null : await readStaged(id) };
}

export const readPost = (id: string) => body(adminApi.posts[":id"].$get({ param: { id }, query: {} }));

/** The categories to choose from. */
export const categoryNamesQuery = () =>
  queryOptions({
    queryKey: ["admin", "categories", "names"],
    queryFn: () => body(adminApi.categories.$get({ query: query({ limit: 100, sort: "name" }) })),
    staleTime: NAMES_FRESH,
  });

/** Tags that exist, to be suggested: those that match what is being typed. */
export const tagNamesQuery = (search: string) =>
  queryOptions({
    queryKey: ["admin", "tags", "names", search],
    queryFn: () => body(adminApi.tags.$get({ query: query({ limit: SUGGESTED_TAGS, search }) })),
    staleTime: NAMES_FRESH,
  });

/** What a reader would see of writing that isn't saved. */
export const previewQuery = (content: string, content_format: ContentFormat) =>
  queryOptions({
    queryKey: ["admin", "editor", "preview", content_format, content],
    queryFn: () => body(adminApi.posts.preview.$post({ query: {}, json: { content, content_format } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Stores a new post. @throws ApiError */
export const createPost = (values: PostValues, edit_id: string) =>
  body(adminApi.posts.$post({ query: {}, json: { ...inputOf(values), category_id: values.category_id, edit_id } }));

/** Stores changes of a post, made from `version` of it. @throws ApiError `stale_version` when somebody else was faster */
export const updatePost = (
  id: string,
  values: PostValues,
  { version, edit_version, keepDate }: { version: number; edit_version: number; keepDate: boolean },
) =>
  body(
    adminApi.posts[":id"].$patch({
      param: { id },
      query: {},
      json: { ...inputOf(values), version, edit_version, keep_published_at: keepDate },
    }),
  );

/** Saves a draft while it is typed. @throws ApiError */
export const autosaveDraft = (id: string, values: PostValues, version: number, edit_version: number) =>
  body(
    backgroundAdminApi.posts[":id"].$patch({
      param: { id },
      query: {},
      json: { ...inputOf(values), version, edit_version, autosave: true },
    }),
  );

/** Keeps changes of a post beside it. @throws ApiError `stale_edit` when somebody else has kept newer ones */
export const stageChanges = (id: string, values: PostValues, base_version: number, version: number) =>
  body(
    backgroundAdminApi.posts[":id"].edit.$put({
      param: { id },
      query: {},
      json: { writing: inputOf(values), base_version, version },
    }),
  );

/** Throws the changes of a post away. @throws ApiError */
export const discardChanges = (id: string, version: number) =>
  unwrapEmpty(adminApi.posts[":id"].edit.$delete({ param: { id }, query: { version: String(version) } }));

/** Keeps a new post that isn't saved yet. @throws ApiError */
export const keepNewPost = (id: string, values: PostValues, version: number) =>
  body(backgroundAdminApi.edits[":id"].$put({ param: { id }, query: {}, json: { writing: inputOf(values), version } }));

/** New posts that were begun and never saved. */
export const unfinishedQuery = () =>
  queryOptions({
    queryKey: ["admin", "editor", "unfinished"],
    queryFn: () => body(adminApi.edits.$get({ query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

export const readUnfinished = (id: string) => body(adminApi.edits[":id"].$get({ param: { id }, query: {} }));
export const discardUnfinished = (id: string) => unwrapEmpty(adminApi.edits[":id"].$delete({ param: { id }, query: {} }));
