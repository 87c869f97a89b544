import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { CategoryChanges } from "../../../domain/categories/category.ts";
import { UNCATEGORIZED } from "../../../domain/categories/category-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";

/** In ms (specification, section 7). */
const FRESH = 10 * 60_000;

export const CHANGED_CATEGORIES = [
  ["admin", "categories"],
  ["admin", "posts"],
  ["admin", "trash"],
  ["categories"],
  ["posts"],
] as const;

export const categoriesQuery = ({ search }: { search: string }) =>
  queryOptions({
    queryKey: ["admin", "categories", "list", search],
    queryFn: () => body(adminApi.categories.$get({ query: query({ search }) })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

export type CategoryValues = {
  name: string;
  slug: string;
  description: string;
  color: string;
  heading: string;
  intro: string;
  picture: string | null;
  picture_alt: string;
};

/** Stores a new category. Without a slug, the server makes one from the name. @throws ApiError */
export const createCategory = ({ slug, ...values }: CategoryValues) =>
  body(adminApi.categories.$post({ json: slug ? { ...values, slug } : values, query: {} }));

export const updateCategory = ({ id, ...json }: CategoryChanges & { id: string }) =>
  body(adminApi.categories[":id"].$patch({ param: { id }, json, query: {} }));

/** Deletes a category. @param moveTo the category that gets its posts; empty for none. @throws ApiError */
export const deleteCategory = ({ id, moveTo }: { id: string; moveTo: string }) =>
  unwrapEmpty(adminApi.categories[":id"].$delete({ param: { id }, query: query({ move_to: moveTo }) }));

export const categoryOptions = (categories: readonly { id: string; name: string }[] = []) => [
  { value: "", label: "All Categories" },
  ...categories.map(({ id, name }) => ({ value: id, label: name })),
  { value: "none", label: UNCATEGORIZED },
];
