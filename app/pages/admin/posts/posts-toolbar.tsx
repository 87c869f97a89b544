import { useQuery } from "@tanstack/react-query";
import { UNCATEGORIZED } from "../../../domain/categories/model.ts";
import type { AdminPostPage } from "../../../domain/posts/editing-model.ts";
import { categoriesQuery } from "../categories/queries.ts";
import { FilterChips } from "../frame/filter-chips.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import type { PostFilters } from "./queries.ts";

/** What the heads of the table don't offer is chosen here. */
const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
  { value: "-updated_at", label: "Recently updated" },
  { value: "-published_at", label: "Recently published" },
  { value: "title", label: "Title, A to Z" },
  { value: "-title", label: "Title, Z to A" },
  { value: "-views", label: "Most views" },
  { value: "views", label: "Fewest views" },
  { value: "-likes", label: "Most likes" },
  { value: "likes", label: "Fewest likes" },
  { value: "-comments", label: "Most comments" },
  { value: "comments", label: "Fewest comments" },
];

type PostsToolbarProps = {
  values: PostFilters;
  set(patch: Partial<PostFilters>): void;
  counts: AdminPostPage["counts"] | undefined;
  /** whether the list has its answer: the rows are what is waited for, and the categories are asked for after them */
  isAnswered: boolean;
};

/** What narrows the list of posts. */
export function PostsToolbar({ values, set, counts, isAnswered }: PostsToolbarProps) {
  const { data } = useQuery({ ...categoriesQuery({ search: "" }), enabled: isAnswered });
  const statuses = [
    { value: "", label: "All", count: counts?.all },
    { value: "published", label: "Published", count: counts?.published },
    { value: "draft", label: "Drafts", count: counts?.draft },
    { value: "archived", label: "Archived", count: counts?.archived },
  ];
  const categories = [
    { value: "", label: "All Categories" },
    ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: "none", label: UNCATEGORIZED },
  ];
  return (
    <Toolbar>
      <SearchBox
        label="Search posts"
        placeholder="Search title or slug..."
        value={values.search}
        onChange={(search) => set({ search })}
      />
      <FilterChips label="Status" options={statuses} value={values.status} onChange={(status) => set({ status })} />
      <SelectFilter label="Category" options={categories} value={values.category} onChange={(category) => set({ category })} />
      <div className="posts-order">
        <SelectFilter label="Order" options={ORDERS} value={values.sort} onChange={(sort) => set({ sort })} />
      </div>
    </Toolbar>
  );
}
