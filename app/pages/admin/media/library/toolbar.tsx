import type { MediaCounts } from "../../../../domain/media/model.ts";
import { FilterChips } from "../../frame/filter-chips.tsx";
import { SearchBox } from "../../frame/search-box.tsx";
import { SelectFilter } from "../../frame/select-filter.tsx";
import { Toolbar } from "../../frame/toolbar.tsx";
import type { LibraryShown } from "../queries.ts";

const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "-bytes", label: "Largest first" },
  { value: "bytes", label: "Smallest first" },
];

type LibraryToolbarProps = {
  values: LibraryShown;
  set(patch: Partial<LibraryShown>): void;
  counts: MediaCounts | undefined;
};

/** What narrows the library. */
export function LibraryToolbar({ values, set, counts }: LibraryToolbarProps) {
  const filters = [
    { value: "all", label: "All", count: counts?.all },
    { value: "unused", label: "Unused", count: counts?.unused },
    { value: "undescribed", label: "Without alternative text", count: counts?.undescribed },
    { value: "trash", label: "Trash", count: counts?.trash },
  ];
  return (
    <Toolbar>
      <SearchBox label="Search files" value={values.search} onChange={(search) => set({ search })} />
      <FilterChips label="Show" options={filters} value={values.show} onChange={(show) => set({ show })} />
      <SelectFilter label="Order" options={ORDERS} value={values.sort} onChange={(sort) => set({ sort })} />
    </Toolbar>
  );
}
