import { useQuery } from "@tanstack/react-query";
import { UNCATEGORIZED } from "../../../domain/categories/model.ts";
import { categoriesQuery } from "../categories/queries.ts";
import { SearchBox } from "../frame/search-box.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import type { Shown } from "./use-blog-filters.ts";

/** What the lists of articles are narrowed to. */
export function PostsFilters({ values, set }: Pick<Shown, "values" | "set">) {
  const { data } = useQuery(categoriesQuery({ search: "" }));
  const categories = [
    { value: "", label: "All Categories" },
    ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: "none", label: UNCATEGORIZED },
  ];
  return (
    <Toolbar>
      <SearchBox
        label="Search posts"
        placeholder="Search posts..."
        value={values.search}
        onChange={(search) => set({ search, post: "" })}
      />
      <SelectFilter
        label="Category"
        options={categories}
        value={values.category}
        onChange={(category) => set({ category, post: "" })}
      />
    </Toolbar>
  );
}
