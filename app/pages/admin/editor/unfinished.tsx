import { useQuery } from "@tanstack/react-query";
import type { Unfinished } from "../../../domain/posts/staging/model.ts";
import { useDates } from "../frame/dates.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { discardUnfinished, readUnfinished, unfinishedQuery } from "./queries.ts";

/** How many are offered at once. */
const SHOWN = 3;

/** New posts that were begun and never saved, to be gone on with or thrown away. */
export function UnfinishedPosts({ onTakeUp }: { onTakeUp(unfinished: Unfinished): void }) {
  const { data } = useQuery(unfinishedQuery());
  const { time } = useDates();
  const take = useAdminMutation({ call: readUnfinished, failure: (message) => `Failed to open it: ${message}` });
  const discard = useAdminMutation({
    call: discardUnfinished,
    failure: (message) => `Failed to discard it: ${message}`,
    invalidates: [unfinishedQuery().queryKey],
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="editor-offer editor-unfinished" aria-label="Unfinished posts">
      <p>You began to write and didn't save it:</p>
      <ul>
        {items.slice(0, SHOWN).map(({ id, title, updated_at }) => (
          <li key={id}>
            <span>{`${title.trim() || "Untitled"}, ${time(updated_at)}`}</span>
            <button
              type="button"
              className="small-button"
              aria-label={`Go on writing ${title.trim() || "Untitled"}`}
              onClick={() => take.mutate(id, { onSuccess: onTakeUp })}
            >
              Go on writing
            </button>
            <button
              type="button"
              className="small-button"
              aria-label={`Throw away ${title.trim() || "Untitled"}`}
              onClick={() => discard.mutate(id)}
            >
              Throw away
            </button>
          </li>
        ))}
      </ul>
      {items.length > SHOWN ? <p>{`And ${items.length - SHOWN} more, once these are finished.`}</p> : null}
    </section>
  );
}
