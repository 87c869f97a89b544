import { useQuery } from "@tanstack/react-query";
import type { OutboxCounts } from "../../../domain/mail/model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { FilterChips } from "../frame/filter-chips.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { Mail, STATES } from "./mail.tsx";
import { outboxQuery } from "./queries.ts";

const options = (counts: OutboxCounts | undefined) => [
  { value: "", label: "All", count: counts?.all },
  ...Object.entries(STATES).map(([value, { label }]) => ({ value, label, count: counts?.[value as keyof OutboxCounts] })),
];

/** The site's mails, with their links and codes where there is no mail server to take them. */
export function Outbox() {
  const { values, set, href } = useListState({ state: "", page: "1" });
  const query = useQuery(outboxQuery(values));
  return (
    <AdminPage
      title="Outbox"
      lead="Every mail of the last 30 days. Without a mail server, each keeps its link and code here for you to hand on."
    >
      <Toolbar>
        <FilterChips
          label="State"
          options={options(query.data?.counts)}
          value={values.state}
          onChange={(state) => set({ state })}
        />
      </Toolbar>
      <QueryView
        query={query}
        noun="mails"
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState
            title="No mails found"
            hint={values.state ? "No mail is in this state." : "Mails appear here as soon as somebody signs up."}
          />
        }
      >
        {({ items, ...page }) => (
          <>
            <ul className="outbox" aria-busy={query.isPlaceholderData || undefined}>
              {items.map((mail) => (
                <Mail key={mail.id} mail={mail} />
              ))}
            </ul>
            <Pager {...page} noun="mails" href={href} />
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
