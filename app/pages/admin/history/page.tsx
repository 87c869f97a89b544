import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { Chosen } from "./chosen.tsx";
import { revisionsQuery } from "./queries.ts";
import { RevisionList } from "./revision-list.tsx";

const DEFAULTS = { revision: "", against: "previous", page: "1" };

/** What a post said before: who changed what and when, and the way back to it. */
export function PostHistory() {
  const { id = "" } = useParams();
  const { values, set, href } = useListState(DEFAULTS);
  const { page } = values;
  const query = useQuery(revisionsQuery(id, page));
  const against = values.against === "current" ? "current" : "previous";
  const back = (
    <PageLink className="text-link post-back" to={adminRoutes.editPost(id)}>
      <AdminIcon name="arrow-left" />
      Back to the post
    </PageLink>
  );
  return (
    <AdminPage title="History" lead={query.data?.post.title} before={back}>
      <QueryView
        query={query}
        noun="the history"
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState
            title="No earlier versions yet"
            hint="From the first change on, what the post said before is kept here."
            action={back}
          />
        }
      >
        {({ items, post, ...pages }) => {
          const chosen = values.revision || items[0]?.id;
          return (
            <div className="history" data-chosen={values.revision !== "" || undefined}>
              <nav className="history-list" aria-label="Versions">
                <RevisionList revisions={items} chosen={chosen ?? ""} href={(revision) => href({ revision, against, page })} />
                <Pager {...pages} noun="versions" href={({ page: next }) => href({ revision: "", page: next })} />
              </nav>
              {chosen ? (
                <Chosen
                  key={chosen}
                  post={post}
                  revision={chosen}
                  against={against}
                  onAgainst={(next) => set({ revision: chosen, against: next, page })}
                  back={href({ revision: "", page })}
                />
              ) : null}
            </div>
          );
        }}
      </QueryView>
    </AdminPage>
  );
}
