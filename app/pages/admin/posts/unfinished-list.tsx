import { useQuery } from "@tanstack/react-query";
import { unfinishedName } from "../../../domain/posts/staging/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { discardUnfinished, unfinishedQuery } from "../editor/queries.ts";
import { continueAddress } from "../editor/unfinished.tsx";
import { useDates } from "../frame/dates.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";

/** One's own new posts that were kept while they were typed and never saved as a draft; nobody else sees them. */
export function UnfinishedList() {
  const { data } = useQuery(unfinishedQuery());
  const { time } = useDates();
  const confirm = useConfirm();
  const { mutate } = useAdminMutation({
    call: discardUnfinished,
    failure: (message) => `Failed to discard it: ${message}`,
    invalidates: [unfinishedQuery().queryKey],
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const discard = async (id: string, name: string) => {
    const text = `“${name}” was never saved as a draft. It can't be brought back.`;
    if (await confirm({ title: "Discard unfinished post", text, action: "Discard", tone: "danger" })) mutate(id);
  };
  return (
    <section className="editor-offer editor-unfinished" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">{`Unfinished ${items.length}`}</h2>
      <ul>
        {items.map(({ id, updated_at, ...row }) => (
          <li key={id}>
            <span>{`${unfinishedName(row)} · not yet saved as a draft · ${time(updated_at)}`}</span>
            <Link className="small-button" to={continueAddress(id)} aria-label={`Continue ${unfinishedName(row)}`}>
              Continue
            </Link>
            <button
              type="button"
              className="small-button"
              aria-label={`Discard ${unfinishedName(row)}`}
              onClick={() => void discard(id, unfinishedName(row))}
            >
              Discard
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
