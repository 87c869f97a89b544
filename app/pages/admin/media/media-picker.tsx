import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { isPicture, type Picture } from "../../../domain/media/picture.ts";
import { Dialog } from "../frame/dialog.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/toolbar.tsx";
import { mediaQuery } from "./queries.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { useUpload } from "./upload.ts";
import { UploadButton, UploadProgress } from "./upload-button.tsx";

type MediaPickerProps = { open: boolean; onClose(): void; onPick(picture: Picture): void };

function Steps({ page, pages, onChange }: { page: number; pages: number; onChange(page: number): void }) {
  if (pages <= 1) return null;
  return (
    <nav className="pager-steps" aria-label="Pages of pictures">
      <button type="button" className="small-button" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </button>
      <span role="status">{`Page ${page} of ${pages}`}</span>
      <button type="button" className="small-button" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Next
      </button>
    </nav>
  );
}

function Library({ onPick }: Pick<MediaPickerProps, "onPick">) {
  const [{ search, page }, show] = useState({ search: "", page: 1 });
  const query = useQuery(mediaQuery("picture", search, page));
  const { underway, problem, start, cancel } = useUpload(onPick);
  return (
    <div className="media-picker">
      <div className="media-picker-bar">
        <SearchBox label="Search pictures" value={search} onChange={(value) => show({ search: value, page: 1 })} />
        <UploadButton label="Upload" className="small-button" onFile={(file) => void start(file)} />
      </div>
      {underway ? <UploadProgress underway={underway} onCancel={cancel} /> : null}
      <p role="alert" className="field-error">
        {problem}
      </p>
      <QueryView
        query={query}
        noun="pictures"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title={search ? "No images found" : "No images yet"}
            hint={search ? "Try another word." : "Upload your first image."}
          />
        }
      >
        {({ items, pages }) => (
          <>
            <ul className="media-grid" aria-busy={query.isPlaceholderData}>
              {items.filter(isPicture).map((media) => (
                <li key={media.id}>
                  <button type="button" onClick={() => onPick(media)}>
                    <Thumbnail url={media.url} alt={media.alt} />
                    <span>{media.name}</span>
                  </button>
                </li>
              ))}
            </ul>
            <Steps page={page} pages={pages} onChange={(next) => show({ search, page: next })} />
          </>
        )}
      </QueryView>
    </div>
  );
}

/** A dialog to choose a picture from the library or to upload one. Its search is a form, so it is outside the form that asks for it. */
export function MediaPicker({ open, onClose, onPick }: MediaPickerProps) {
  if (!open) return null;
  const dialog = (
    <Dialog title="Choose a picture" open onClose={onClose} size="large">
      <Library onPick={onPick} />
    </Dialog>
  );
  return createPortal(dialog, document.body);
}
