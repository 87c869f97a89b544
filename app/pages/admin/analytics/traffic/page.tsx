import { adminRoutes } from "../../../../admin-routes.ts";
import { Link } from "../../../../ui/link/link.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { AdminPage } from "../../frame/admin-page.tsx";
import { FilterChips } from "../../frame/filter-chips.tsx";
import { useListState } from "../../frame/use-list-state.ts";
import { CollectingOptions } from "./options.tsx";
import { Quarantine } from "./quarantine.tsx";
import { Rules } from "./rules.tsx";

const VIEWS = [
  { value: "", label: "Quarantine" },
  { value: "rules", label: "Rules" },
  { value: "options", label: "Options" },
];

const SHOWN = { view: "", reason: "", search: "", page: "1" };

/** What isn't counted and why, and what the owner has to say about it. */
export function Traffic() {
  const { values, set, href } = useListState(SHOWN);
  const { view } = values;
  return (
    <AdminPage
      title="Traffic"
      lead="Hits that aren't counted, and the rules by which visits are."
      before={
        <Link className="text-link traffic-back" to={adminRoutes.analytics()}>
          <AdminIcon name="arrow-left" />
          Website Analytics
        </Link>
      }
    >
      <div className="traffic-views">
        <FilterChips
          label="Show"
          options={VIEWS}
          value={VIEWS.some(({ value }) => value === view) ? view : ""}
          onChange={(next) => set({ view: next, reason: "", search: "" })}
        />
      </div>
      {view === "rules" ? <Rules /> : null}
      {view === "options" ? <CollectingOptions /> : null}
      {view !== "rules" && view !== "options" ? <Quarantine values={values} set={set} href={href} /> : null}
    </AdminPage>
  );
}
