import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { MadePreview } from "../../../../domain/previews/preview.ts";
import { PREVIEW_SPAN_DEFAULT, PREVIEW_SPANS, type PreviewSpan } from "../../../../domain/previews/preview-rules.ts";
import { body, unwrapEmpty } from "../../../../http/api/admin/client.ts";
import { SelectField, Toggle } from "../../../../ui/form/described-fields.tsx";
import { CopyField } from "../../frame/copy-field.tsx";
import { useDates } from "../../frame/dates.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";

const REVIEW = ["admin", "review"] as const;
/** What is out of date once a link or a note was changed, by the beginnings of its keys. */
export const REVIEWED = [REVIEW, ["admin", "audit"]] as const;

/** What people who have a preview link noted down; asked for again now and then, for they do it at any time. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: [...REVIEW, id, "notes"],
    queryFn: () => body(adminApi.posts[":id"].notes.$get({ param: { id }, query: {} })),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

/** A post's links that still work. */
const previewsQuery = (id: string) =>
  queryOptions({
    queryKey: [...REVIEW, id, "previews"],
    queryFn: () => body(adminApi.posts[":id"].previews.$get({ param: { id }, query: {} })),
    staleTime: 0,
  });

/** Makes a link. @throws ApiError */
const sharePreview = ({ id, ...json }: { id: string; lasts: PreviewSpan; may_note: boolean }) =>
  body(adminApi.posts[":id"].previews.$post({ param: { id }, query: {}, json }));

/** Takes a link back. @throws ApiError */
const endPreview = (param: { id: string; preview: string }) =>
  unwrapEmpty(adminApi.posts[":id"].previews[":preview"].$delete({ param, query: {} }));

/** Settles a note, or opens it again. @throws ApiError */
export const resolveNote = ({ resolved, ...param }: { id: string; note: string; resolved: boolean }) =>
  body(adminApi.posts[":id"].notes[":note"].$patch({ param, query: {}, json: { resolved } }));

/** Deletes a note. @throws ApiError */
export const deleteNote = (param: { id: string; note: string }) =>
  unwrapEmpty(adminApi.posts[":id"].notes[":note"].$delete({ param, query: {} }));

const notesText = (count: number) => (count === 1 ? "1 note" : `${count} notes`);

/** The links of a post that still work, each with the way to take it back. */
function LivingLinks({ id }: { id: string }) {
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

const SPAN_WORDS: Record<PreviewSpan, string> = { "1h": "An hour", "1d": "A day", "7d": "A week", "30d": "30 days" };
const SPANS = PREVIEW_SPANS.map((value) => ({ value, label: SPAN_WORDS[value] }));

/** Makes links that show what isn't published to whoever has one, and takes them back. */
export function ShareDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { time } = useDates();
  const [lasts, setLasts] = useState<PreviewSpan>(PREVIEW_SPAN_DEFAULT);
  const [mayNote, setMayNote] = useState(true);
  const [made, setMade] = useState<MadePreview | null>(null);
  const sharing = useAdminMutation({
    call: sharePreview,
    success: "Preview link made",
    failure: (message) => `Failed to make the link: ${message}`,
    invalidates: REVIEWED,
  });
  const make = () => {
    if (!sharing.isPending) sharing.mutate({ id, lasts, may_note: mayNote }, { onSuccess: setMade });
  };
  return (
    <Dialog
      title="Share preview"
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
          <button type="button" className="button button-solid" aria-disabled={sharing.isPending || undefined} onClick={make}>
            {sharing.isPending ? "Making..." : made ? "Make another link" : "Make link"}
          </button>
        </>
      }
    >
      <div className="review-share">
        <p>Whoever has the link reads what is saved here, published or not, without an account.</p>
        <SelectField
          label="The link works for"
          name="lasts"
          value={lasts}
          options={SPANS}
          onChange={({ target }) => setLasts(target.value as PreviewSpan)}
        />
        <Toggle
          label="Readers may leave notes"
          checked={mayNote}
          hint="They stand beside the post in the editor."
          onChange={({ target }) => setMayNote(target.checked)}
        />
        {made ? (
          <CopyField label="Preview link" link={made.url} hint={`Works until ${time(made.expires_at)}. It is not shown again.`} />
        ) : null}
        <LivingLinks id={id} />
      </div>
    </Dialog>
  );
}
