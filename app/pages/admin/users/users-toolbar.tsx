import type { UserCounts } from "../../../domain/users/model.ts";
import { FilterChips } from "../frame/filter-chips.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import type { UsersShown } from "./queries.ts";

const ROLES = [
  { value: "", label: "All roles" },
  { value: "user", label: "Users" },
  { value: "admin", label: "Admins" },
];

type UsersToolbarProps = { values: UsersShown; set(patch: Partial<UsersShown>): void; counts: UserCounts | undefined };

/** What narrows the list. */
export function UsersToolbar({ values, set, counts }: UsersToolbarProps) {
  const states = [
    { value: "", label: "All", count: counts?.total },
    { value: "active", label: "Active", count: counts?.active },
    { value: "inactive", label: "Inactive", count: counts?.inactive },
    { value: "invited", label: "Invited", count: counts?.invited },
  ];
  return (
    <Toolbar>
      <SearchBox
        label="Search users"
        placeholder="Search name or email..."
        value={values.search}
        onChange={(search) => set({ search })}
      />
      <FilterChips label="State" options={states} value={values.state} onChange={(state) => set({ state })} />
      <SelectFilter label="Role" options={ROLES} value={values.role} onChange={(role) => set({ role })} />
    </Toolbar>
  );
}
