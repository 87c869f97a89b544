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

/** Where several can be picked, they are chosen first. */
type Picks =
  | { onPick(picture: Picture): void; onPickMany?: never }
  | { onPickMany(pictures: readonly Picture[]): void; onPick?: never };

type MediaPickerProps = { open: boolean; onClose(): void } & Picks;

const without = (pictures: readonly Picture[], id: string) => pictures.filter((picture) => picture.id !== id);

function Steps({ page, pages, onChange }: { page: number; pages: number; onChange(page: number): void }) {
  if (pages <= 1) return null;
  return (
    <nav className="pager-steps" aria-label="Pages of images">
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

/** The pictures that are chosen; a single one is picked at once. */
function useChosen({ onPick, onPickMany }: Picks) {
  const [chosen, setChosen] = useState<readonly Picture[]>([]);
  const isChosen = ({ id }: Picture) => chosen.some((picture) => picture.id === id);
  const add = (picture: Picture) => (onPick ? onPick(picture) : setChosen((before) => [...without(before, picture.id), picture]));
  const press = (picture: Picture) =>
    onPickMany && isChosen(picture) ? setChosen((before) => without(before, picture.id)) : add(picture);
  return { chosen, isChosen, add, press };
}

function Library(picks: Picks) {
  const { onPick, onPickMany } = picks;
  const [{ search, page }, show] = useState({ search: "", page: 1 });
  const query = useQuery(mediaQuery("picture", search, page));
  const { chosen, isChosen, add, press } = useChosen(picks);
  const { underway, problem, start, cancel } = useUpload(add);
  const uploadAll = async (files: File[]) => {
    for (const file of files) await start(file);
  };
  return (
    <div className="media-picker">
      <div className="media-picker-bar">
        <SearchBox label="Search images" value={search} onChange={(value) => show({ search: value, page: 1 })} />
        <UploadButton
          label="Upload"
          className="small-button"
          {...(onPick ? { onFile: (file: File) => void start(file) } : { onFiles: (files: File[]) => void uploadAll(files) })}
        />
        {onPickMany && chosen.length > 0 ? (
          <button type="button" className="small-button" onClick={() => onPickMany(chosen)}>
            {chosen.length === 1 ? "Add 1 image" : `Add ${chosen.length} images`}
          </button>
        ) : null}
      </div>
      {underway ? <UploadProgress underway={underway} onCancel={cancel} /> : null}
      <p role="alert" className="field-error">
        {problem}
      </p>
      <QueryView
        query={query}
        noun="images"
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
                  <button type="button" aria-pressed={onPickMany ? isChosen(media) : undefined} onClick={() => press(media)}>
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
export function MediaPicker({ open, onClose, ...picks }: MediaPickerProps) {
  if (!open) return null;
  const dialog = (
    <Dialog title={picks.onPickMany ? "Choose images" : "Choose an image"} open onClose={onClose} size="large">
      <Library {...picks} />
    </Dialog>
  );
  return createPortal(dialog, document.body);
}
