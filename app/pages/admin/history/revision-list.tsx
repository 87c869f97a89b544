import type { Revision } from "../../../domain/posts/revisions/revision-model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { Badge } from "../frame/badge.tsx";
import { useDates } from "../frame/dates.tsx";
import { KIND_WORDS, wordChange, writerName } from "./history-texts.ts";

/** How much came and went. */
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
  return (
    <li>
      <Link className="history-entry" to={to} aria-current={isChosen ? "true" : undefined} preventScrollReset>
        <span className="history-when">
          <time dateTime={revision.created_at}>{time}</time> <Words revision={revision} />
        </span>
        {revision.name ? <strong className="history-name">{revision.name}</strong> : null}
        <span className="row-note">{`${KIND_WORDS[revision.kind]} · ${writerName(revision.author)}`}</span>
        {revision.was_public ? <Badge tone="green">Public</Badge> : null}
      </Link>
    </li>
  );
}

type RevisionListProps = { revisions: readonly Revision[]; chosen: string; href(revision: string): string };

/** What a post said before, day by day, the newest first. */
export function RevisionList({ revisions, chosen, href }: RevisionListProps) {
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
