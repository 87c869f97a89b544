import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { ContentFormat } from "../../../domain/posts/model.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import { inputOf, type PostValues } from "./post-values.ts";

/** How long the names of categories and tags stay fresh, in ms (specification, section 7). */
const NAMES_FRESH = 10 * 60_000;
/** As many tags as one answer holds: suggestions, not a register. */
const SUGGESTED_TAGS = 100;

/** A post as it is edited. What is edited must be what is stored, so it is read anew each time. */
export const editedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "editor", "post", id],
    queryFn: () => readPost(id),
    staleTime: 0,
    gcTime: 0,
  });

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
export const createPost = (values: PostValues) =>
  body(adminApi.posts.$post({ query: {}, json: { ...inputOf(values), category_id: values.category_id } }));

/** Stores changes of a post, made from `version` of it. @throws ApiError `stale_version` when somebody else was faster */
export const updatePost = (id: string, values: PostValues, version: number, keepDate: boolean) =>
  body(
    adminApi.posts[":id"].$patch({
      param: { id },
      query: {},
      json: { ...inputOf(values), version, keep_published_at: keepDate },
    }),
  );
