import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comparison, RevisionDifference, RevisionPage } from "../../../domain/posts/revisions/revision-model.ts";
import { ButtonGroup } from "../../../ui/button-group/button-group.tsx";
import { Link } from "../../../ui/link/link.tsx";
import { useDates } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { Fields, Text } from "./difference.tsx";
import { KIND_WORDS, wordChange, writerName } from "./history-texts.ts";
import { NameForm } from "./name-form.tsx";
import { revisionQuery } from "./queries.ts";
import { useRestore } from "./use-restore.ts";

const SIDES: readonly (readonly [against: Comparison, label: string])[] = [
  ["previous", "Against the one before"],
  ["current", "Against the post now"],
];

type ChosenProps = {
  post: RevisionPage["post"];
  revision: string;
  against: Comparison;
  onAgainst(against: Comparison): void;
  /** the address of the list alone, for narrow screens */
  back: string;
};

/** What stands on the left and on the right. */
function Sides({ difference: { against, before, revision } }: { difference: RevisionDifference }) {
  const { time } = useDates();
  const nameOf = ({ created_at, name }: { created_at: string; name: string | null }) =>
    name ? `${name}, ${time(created_at)}` : time(created_at);
  const [left, right] =
    against === "current" ? [nameOf(revision), "The post now"] : [before ? nameOf(before) : "Nothing", nameOf(revision)];
  return (
    <p className="difference-sides">
      <span>
        <span className="history-removed">Before</span> {left}
      </span>
      <span>
        <span className="history-added">After</span> {right}
      </span>
    </p>
  );
}

/** One version: what it is, what can be done with it, how it differs. */
export function Chosen({ post, revision: id, against, onAgainst, back }: ChosenProps) {
  const { time } = useDates();
  const [isNaming, setNaming] = useState(false);
  const { restore, isBusy } = useRestore(post);
  const query = useQuery(revisionQuery(post.id, id, against));
  return (
    <section className="history-chosen" aria-label="Chosen version">
      <Link className="text-link history-back" to={back}>
        All versions
      </Link>
      <QueryView query={query} noun="this version">
        {(difference) => {
          const { revision, fields, blocks } = difference;
          return (
            <>
              <header className="history-chosen-head">
                <div>
                  <h2>{revision.name ?? time(revision.created_at)}</h2>
                  <p className="row-note">
                    {[
                      KIND_WORDS[revision.kind],
                      writerName(revision.author),
                      ...(revision.name ? [time(revision.created_at)] : []),
                      wordChange(revision).full,
                    ].join(" · ")}
                  </p>
                </div>
                <div className="history-buttons">
                  <button type="button" className="button" onClick={() => setNaming(true)}>
                    {revision.name ? "Rename" : "Name it"}
                  </button>
                  <button
                    type="button"
                    className="button button-solid"
                    aria-disabled={isBusy || undefined}
                    onClick={() => void restore(revision)}
                  >
                    {isBusy ? "Restoring..." : "Restore"}
                  </button>
                </div>
              </header>
              <ButtonGroup className="segments" aria-label="Held against">
                {SIDES.map(([side, label]) => (
                  <button key={side} type="button" aria-pressed={side === against} onClick={() => onAgainst(side)}>
                    {label}
                  </button>
                ))}
              </ButtonGroup>
              <Sides difference={difference} />
              <Fields fields={fields} />
              <Text blocks={blocks} />
              {isNaming ? <NameForm postId={post.id} revision={revision} onClose={() => setNaming(false)} /> : null}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}
