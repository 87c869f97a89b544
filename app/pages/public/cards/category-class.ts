import type { CategoryRef } from "../../../domain/categories/category.ts";

/** The class that brings a category's hue; its rule stands in the style sheet that the server makes of the categories. */
export const categoryClass = (category: Pick<CategoryRef, "slug"> | null): string =>
  category ? `cat-${category.slug}` : "cat-none";
