import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Revision } from "../../../domain/posts/revisions/revision.ts";
import { Link } from "../../../ui/link.tsx";
import { PageLink } from "../../public/page-link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { useDates } from "../frame/dates.tsx";
import { Pager } from "../frame/pager.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { revisionsQuery } from "./queries.ts";
import { KIND_WORDS, RevisionDetails, useWriterName, wordChange } from "./revision-details.tsx";

function Words({ revision }: { revision: Revision }) {
  const { added, removed, full } = wordChange(revision);
  return (
    <span className="history-words">
      <span aria-hidden="true" className="history-added">
        {added}
      </span>{" "}
      <span aria-hidden="true" className="history-removed">
        {removed}
      </span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

type EntryProps = { revision: Revision; isChosen: boolean; time: string; to: string };

function Entry({ revision, isChosen, time, to }: EntryProps) {
  const writerName = useWriterName();
  return (
    <li>
      <Link className="history-entry" to={to} aria-current={isChosen ? "true" : undefined} preventScrollReset>
        <span className="history-when">
          <time dateTime={revision.created_at}>{time}</time> <Words revision={revision} />
        </span>
        {revision.name ? <strong className="history-name">{revision.name}</strong> : null}
        <span className="row-note">{`${KIND_WORDS[revision.kind]} · ${writerName(revision)}`}</span>
        {revision.was_public ? <Badge tone="green">Public</Badge> : null}
      </Link>
    </li>
  );
}

type RevisionListProps = { revisions: readonly Revision[]; chosen: string; href(revision: string): string };

function RevisionList({ revisions, chosen, href }: RevisionListProps) {
  const { day, clock } = useDates();
  const days = Map.groupBy(revisions, ({ created_at }) => day(created_at));
  return [...days].map(([name, ofDay]) => (
    <section key={name} className="history-day" aria-label={name}>
      <h2>{name}</h2>
      <ol>
        {ofDay.map((revision) => (
          <Entry
            key={revision.id}
            revision={revision}
            isChosen={revision.id === chosen}
            time={clock(revision.created_at)}
            to={href(revision.id)}
          />
        ))}
      </ol>
    </section>
  ));
}

const DEFAULTS = { revision: "", against: "previous", page: "1" };

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
          <EmptyState title="No earlier versions yet" hint="Earlier versions appear here after the first change." action={back} />
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
                <RevisionDetails
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
