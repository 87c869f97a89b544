import { useQuery } from "@tanstack/react-query";
import { useDates } from "../../frame/dates.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { endPreview, previewsQuery, REVIEWED } from "./queries.ts";

const notesText = (count: number) => (count === 1 ? "1 note" : `${count} notes`);

/** The links of a post that still work, each with the way to take it back. */
export function LivingLinks({ id }: { id: string }) {
  const { time } = useDates();
  const { data } = useQuery(previewsQuery(id));
  const ending = useAdminMutation({
    call: endPreview,
    success: "Link taken back",
    failure: (message) => `Failed to take the link back: ${message}`,
    invalidates: REVIEWED,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section className="review-part" aria-labelledby="living-links">
      <h3 id="living-links">Links that work now</h3>
      <ul className="review-links">
        {data.items.map((link) => (
          <li key={link.id}>
            <span>
              {`Until ${time(link.expires_at)}`}
              <span className="row-note">
                {[
                  `made ${time(link.created_at)}`,
                  ...(link.created_by ? [`by ${link.created_by.full_name || link.created_by.email}`] : []),
                  link.may_note ? notesText(link.notes) : "reading only",
                ].join(" · ")}
              </span>
            </span>
            <button
              type="button"
              className="small-button"
              aria-label={`Take back the link until ${time(link.expires_at)}`}
              aria-disabled={ending.isPending || undefined}
              onClick={() => ending.mutate({ id, preview: link.id })}
            >
              Take back
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
