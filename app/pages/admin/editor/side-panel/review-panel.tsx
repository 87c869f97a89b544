import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { MadePreview, PreviewNote } from "../../../../domain/previews/preview.ts";
import { PREVIEW_SPAN_DEFAULT, PREVIEW_SPANS, type PreviewSpan } from "../../../../domain/previews/preview-rules.ts";
import { body, unwrapEmpty } from "../../../../http/api/admin/client.ts";
import { SelectField, Toggle } from "../../../../ui/form/described-fields.tsx";
import { PageLink } from "../../../public/page-link.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { CopyField } from "../../frame/copy-field.tsx";
import { Ago, useDates } from "../../frame/dates.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { usePersonName } from "../../frame/person-name.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";

const KEY = ["admin", "review"] as const;
const REVIEWED = [KEY, ["admin", "audit"]] as const;

/** The notes of a preview's readers. They can arrive at any time, so they are fetched again every minute. */
const notesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id, "notes"],
    queryFn: () => body(adminApi.posts[":id"].notes.$get({ param: { id }, query: {} })),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

const previewsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id, "previews"],
    queryFn: () => body(adminApi.posts[":id"].previews.$get({ param: { id }, query: {} })),
    staleTime: 0,
  });

const sharePreview = ({ id, ...json }: { id: string; lasts: PreviewSpan; may_note: boolean }) =>
  body(adminApi.posts[":id"].previews.$post({ param: { id }, query: {}, json }));

const endPreview = (param: { id: string; preview: string }) =>
  unwrapEmpty(adminApi.posts[":id"].previews[":preview"].$delete({ param, query: {} }));

const resolveNote = ({ resolved, ...param }: { id: string; note: string; resolved: boolean }) =>
  body(adminApi.posts[":id"].notes[":note"].$patch({ param, query: {}, json: { resolved } }));

const deleteNote = (param: { id: string; note: string }) =>
  unwrapEmpty(adminApi.posts[":id"].notes[":note"].$delete({ param, query: {} }));

function LivingLinks({ id }: { id: string }) {
  const { time } = useDates();
  const nameOf = usePersonName();
  const { data } = useQuery(previewsQuery(id));
  const ending = useAdminMutation({
    call: endPreview,
    success: "Link revoked",
    failure: (message) => `Failed to revoke the link: ${message}`,
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
              Until {time(link.expires_at)}
              <span className="row-note">
                {[
                  `created ${time(link.created_at)}`,
                  ...(link.created_by ? [`by ${nameOf(link.created_by)}`] : []),
                  link.may_note ? (link.notes === 1 ? "1 note" : `${link.notes} notes`) : "reading only",
                ].join(" · ")}
              </span>
            </span>
            <button
              type="button"
              className="small-button"
              aria-label={`Revoke the link that works until ${time(link.expires_at)}`}
              aria-disabled={ending.isPending || undefined}
              onClick={() => ending.mutate({ id, preview: link.id })}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SPAN_LABELS: Record<PreviewSpan, string> = { "1h": "An hour", "1d": "A day", "7d": "A week", "30d": "30 days" };
const SPANS = PREVIEW_SPANS.map((value) => ({ value, label: SPAN_LABELS[value] }));

function ShareDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { time } = useDates();
  const [lasts, setLasts] = useState<PreviewSpan>(PREVIEW_SPAN_DEFAULT);
  const [mayNote, setMayNote] = useState(true);
  const [made, setMade] = useState<MadePreview | null>(null);
  const sharing = useAdminMutation({
    call: sharePreview,
    success: "Preview link created",
    failure: (message) => `Failed to create the link: ${message}`,
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
            Close
          </button>
          <button type="button" className="button button-solid" aria-disabled={sharing.isPending || undefined} onClick={make}>
            {sharing.isPending ? "Creating..." : made ? "Create another link" : "Create link"}
          </button>
        </>
      }
    >
      <div className="review-share">
        <p>Anyone with the link can read the saved version, no account needed.</p>
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
          hint="Notes appear next to the post in the editor."
          onChange={({ target }) => setMayNote(target.checked)}
        />
        {made ? (
          <CopyField label="Preview link" text={made.url} hint={`Works until ${time(made.expires_at)}. It is not shown again.`} />
        ) : null}
        <LivingLinks id={id} />
      </div>
    </Dialog>
  );
}

function useNotes(id: string) {
  const confirm = useConfirm();
  const resolving = useAdminMutation({
    call: resolveNote,
    success: (_, { resolved }) => (resolved ? "Note resolved" : "Note opened again"),
    failure: (message) => `Failed to change the note: ${message}`,
    invalidates: REVIEWED,
  });
  const deleting = useAdminMutation({
    call: deleteNote,
    success: "Note deleted",
    failure: (message) => `Failed to delete the note: ${message}`,
    invalidates: REVIEWED,
  });
  const question = {
    title: "Delete note",
    text: "Are you sure you want to delete this note? This action cannot be undone.",
    action: "Delete",
    tone: "danger",
  } as const;
  return {
    resolve: (note: string, resolved: boolean) => resolving.mutate({ id, note, resolved }),
    remove: async (note: string) => {
      if (await confirm(question)) deleting.mutate({ id, note });
    },
  };
}

type NoteProps = { note: PreviewNote; onResolve(resolved: boolean): void; onDelete(): void };

function Note({ note, onResolve, onDelete }: NoteProps) {
  const { author_name, content, quote, created_at, resolved_at } = note;
  return (
    <li className="review-note">
      <p className="row-note">
        <strong>{author_name}</strong> <Ago iso={created_at} />
      </p>
      {quote ? <blockquote dir="auto">{quote}</blockquote> : null}
      <p className="review-text" dir="auto">
        {content}
      </p>
      <div className="review-actions">
        <button type="button" className="small-button" onClick={() => onResolve(resolved_at === null)}>
          {resolved_at === null ? "Resolve" : "Open again"}
          <span className="sr-only">{` the note of ${author_name}`}</span>
        </button>
        <button type="button" className="small-button" onClick={onDelete}>
          Delete
          <span className="sr-only">{` the note of ${author_name}`}</span>
        </button>
      </div>
    </li>
  );
}

function Notes({ id }: { id: string }) {
  const { data, error } = useQuery(notesQuery(id));
  const { resolve, remove } = useNotes(id);
  const list = (notes: PreviewNote[]) => (
    <ul className="review-notes">
      {notes.map((note) => (
        <Note
          key={note.id}
          note={note}
          onResolve={(resolved) => resolve(note.id, resolved)}
          onDelete={() => void remove(note.id)}
        />
      ))}
    </ul>
  );
  const open = data?.items.filter(({ resolved_at }) => resolved_at === null) ?? [];
  const settled = data?.items.filter(({ resolved_at }) => resolved_at !== null) ?? [];
  return (
    <div className="review-part">
      <h3 id="notes-title">Notes {data && data.open > 0 ? <span className="chip-count">{data.open}</span> : null}</h3>
      {error ? <p className="field-error">The notes could not be loaded.</p> : null}
      {data?.items.length === 0 ? <p className="row-note">Notes from preview readers appear here.</p> : null}
      {open.length > 0 ? list(open) : null}
      {settled.length > 0 ? (
        <details>
          <summary>{settled.length === 1 ? "1 resolved note" : `${settled.length} resolved notes`}</summary>
          {list(settled)}
        </details>
      ) : null}
    </div>
  );
}

export function ReviewPanel({ id }: { id: string | null }) {
  const [isSharing, setSharing] = useState(false);
  if (id === null) return <p className="field-hint">Save the post to share a preview, collect notes and see its history.</p>;
  return (
    <section className="editor-panel" aria-labelledby="review-title">
      <h2 id="review-title">Review</h2>
      <div className="review-actions">
        <PageLink className="small-button" to={adminRoutes.postHistory(id)}>
          <AdminIcon name="clock" />
          History
        </PageLink>
        <button type="button" className="small-button" onClick={() => setSharing(true)}>
          <AdminIcon name="link" />
          Share preview
        </button>
      </div>
      <Notes id={id} />
      {isSharing ? <ShareDialog id={id} onClose={() => setSharing(false)} /> : null}
    </section>
  );
}
