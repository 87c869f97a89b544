import type { CommentCounts } from "../../../domain/comments/model.ts";
import { FilterChips } from "../frame/filter-chips.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import type { CommentsShown } from "./queries.ts";

const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
];

type CommentsToolbarProps = {
  values: CommentsShown;
  set(patch: Partial<CommentsShown>): void;
  counts: CommentCounts | undefined;
};

/** What narrows the list. */
export function CommentsToolbar({ values, set, counts }: CommentsToolbarProps) {
  const views = [
    { value: "", label: "All", count: counts?.all },
    { value: "pending", label: "Pending", count: counts?.pending },
    { value: "approved", label: "Approved", count: counts?.approved },
    { value: "rejected", label: "Rejected", count: counts?.rejected },
    { value: "spam", label: "Spam", count: counts?.spam },
    { value: "reported", label: "Reported", count: counts?.reported },
  ];
  return (
    <Toolbar>
      <SearchBox
        label="Search comments"
        placeholder="Search text, author or article..."
        value={values.search}
        onChange={(search) => set({ search })}
      />
      <FilterChips label="Status" options={views} value={values.status} onChange={(status) => set({ status })} />
      <SelectFilter label="Order" options={ORDERS} value={values.sort} onChange={(sort) => set({ sort })} />
    </Toolbar>
  );
}
