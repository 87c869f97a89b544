import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import type { PreviewNote } from "../../../../domain/previews/preview.ts";
import { PageLink } from "../../../public/page-link.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { Ago } from "../../frame/dates.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { deleteNote, notesQuery, REVIEWED, resolveNote, ShareDialog } from "./share-dialog.tsx";

/** What can be done with a note. */
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
      {quote ? <blockquote>{quote}</blockquote> : null}
      <p className="review-text">{content}</p>
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

/** What people who have a preview link noted down. */
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
      {data?.items.length === 0 ? <p className="row-note">What readers of a preview note down stands here.</p> : null}
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

/** What others have to do with a stored post: what it said before, who may read it ahead, what they noted down. */
export function ReviewPanel({ id }: { id: string | null }) {
  const [isSharing, setSharing] = useState(false);
  if (id === null) return null;
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
