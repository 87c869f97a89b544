import { queryOptions } from "@tanstack/react-query";
import { adminApi, backgroundAdminApi } from "../../../browser/auth/admin-api.ts";
import type { ShippedPage } from "../../../domain/posts/pages/page-rules.ts";
import type { ContentFormat } from "../../../domain/posts/post-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import type { Api } from "../../../http/api/client.ts";
import type { TextBlock } from "../../public/own-page/own-page.tsx";
import { inputOf, type PostValues } from "./form-input.ts";

/** How long the names of categories and tags stay fresh, in ms (specification, section 7). */
const NAMES_FRESH = 10 * 60_000;
/** The most tags that one response contains. */
const SUGGESTED_TAGS = 100;

/** A post for the editor. It is read again each time, so that nobody edits an outdated version. */
export const editedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "editor", "post", id],
    queryFn: () => readWithStaged(id),
    staleTime: 0,
    gcTime: 0,
  });

const readStaged = (id: string) =>
  body(adminApi.posts[":id"].edit.$get({ param: { id }, query: {} })).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  });

export async function readWithStaged(id: string) {
  const post = await readPost(id);
  return { post, edit: post.staged_at === null ? null : await readStaged(id) };
}

export const readPost = (id: string) => body(adminApi.posts[":id"].$get({ param: { id }, query: {} }));

/** The text of a page that comes with the product. What is stored is listed below the owner's words about privacy in any case. */
async function readShippedText(api: Api, page: ShippedPage | undefined): Promise<TextBlock[]> {
  // The pages are imported when they are needed, so that readers don't load one for the sake of the other.
  if (page === "about") return (await import("../../public/about/page.tsx")).aboutText(await api.about());
  if (page === "terms") return (await import("../../public/terms.tsx")).termsText(await api.site());
  return [];
}

function htmlOf([element, text]: TextBlock): string {
  const block = document.createElement(element);
  block.textContent = text;
  return block.outerHTML;
}

/** The text with which an own page begins: that of the page which it replaces, or none. */
export const shippedTextQuery = (api: Api, page: ShippedPage | undefined) =>
  queryOptions({
    queryKey: ["admin", "editor", "shipped", page ?? ""],
    queryFn: async () => (await readShippedText(api, page)).map(htmlOf).join(""),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const categoryNamesQuery = () =>
  queryOptions({
    queryKey: ["admin", "categories", "names"],
    queryFn: () => body(adminApi.categories.$get({ query: query({ limit: 100, sort: "name" }) })),
    staleTime: NAMES_FRESH,
  });

export const tagNamesQuery = (search: string) =>
  queryOptions({
    queryKey: ["admin", "tags", "names", search],
    queryFn: () => body(adminApi.tags.$get({ query: query({ limit: SUGGESTED_TAGS, search }) })),
    staleTime: NAMES_FRESH,
  });

export const previewQuery = (content: string, content_format: ContentFormat) =>
  queryOptions({
    queryKey: ["admin", "editor", "preview", content_format, content],
    queryFn: () => body(adminApi.posts.preview.$post({ query: {}, json: { content, content_format } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const createPost = (values: PostValues, edit_id: string, slug_is_suggested: boolean, published_at?: string) =>
  body(adminApi.posts.$post({ query: {}, json: { ...inputOf(values), edit_id, slug_is_suggested, published_at } }));

/** Updates a post, starting from `version`. @throws ApiError `stale_version` if another admin has saved in the meantime */
export const updatePost = (
  id: string,
  values: PostValues,
  { version, edit_version, keepDate, at }: { version: number; edit_version: number; keepDate: boolean; at: string | undefined },
) =>
  body(
    adminApi.posts[":id"].$patch({
      param: { id },
      query: {},
      json: { ...inputOf(values), version, edit_version, keep_published_at: keepDate, published_at: at },
    }),
  );

export const autosaveDraft = (id: string, values: PostValues, version: number, edit_version: number) =>
  body(
    backgroundAdminApi.posts[":id"].$patch({
      param: { id },
      query: {},
      json: { ...inputOf(values), version, edit_version, autosave: true },
    }),
  );

/** Stores changes as a staged edit. @throws ApiError `stale_edit` if another admin has stored newer ones */
export const stageChanges = (id: string, values: PostValues, base_version: number, version: number) =>
  body(
    backgroundAdminApi.posts[":id"].edit.$put({
      param: { id },
      query: {},
      json: { writing: inputOf(values), base_version, version },
    }),
  );

export const discardChanges = (id: string, version: number) =>
  unwrapEmpty(adminApi.posts[":id"].edit.$delete({ param: { id }, query: { version: String(version) } }));

export const keepNewPost = (id: string, values: PostValues, version: number) =>
  body(backgroundAdminApi.edits[":id"].$put({ param: { id }, query: {}, json: { writing: inputOf(values), version } }));

export const unfinishedQuery = () =>
  queryOptions({
    queryKey: ["admin", "editor", "unfinished"],
    queryFn: () => body(adminApi.edits.$get({ query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

export const continuedQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "editor", "continued", id],
    queryFn: () => readUnfinished(id),
    staleTime: 0,
    gcTime: 0,
  });

export const readUnfinished = (id: string) => body(adminApi.edits[":id"].$get({ param: { id }, query: {} }));
export const discardUnfinished = (id: string) => unwrapEmpty(adminApi.edits[":id"].$delete({ param: { id }, query: {} }));
