import { useQuery } from "@tanstack/react-query";
import { fileKindText, sizeText } from "../../../../domain/media/file-rules.ts";
import type { MediaShow } from "../../../../domain/media/media-rules.ts";
import { isPicture, type Media, type MediaCounts } from "../../../../domain/media/picture.ts";
import { Spinner } from "../../../../ui/form/spinner.tsx";
import { Ago } from "../../frame/dates.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { FocusKeepingButton } from "../../frame/focus-keeping-button.tsx";
import { ListScreen } from "../../frame/list-screen.tsx";
import { QueryView } from "../../frame/query-view.tsx";
import { BulkBar, type Selection, useSelection } from "../../frame/selection.tsx";
import { FilterChips, SelectFilter } from "../../frame/toolbar.tsx";
import { useLeaveWarning } from "../../frame/unsaved-changes.tsx";
import { useListState } from "../../frame/use-list-state.ts";
import { useRowFocus } from "../../frame/use-row-focus.ts";
import { LIBRARY_AT_FIRST, libraryQuery, mediaItemQuery } from "../queries.ts";
import { FileSign, Thumbnail, TrashedThumbnail } from "../thumbnail.tsx";
import { ACCEPTED_BY_LIBRARY } from "../upload.ts";
import { UploadButton } from "../upload-button.tsx";
import { MediaFacts, MediaForm } from "./media-form.tsx";
import { DropZone, UploadList, useUploadQueue } from "./uploads.tsx";
import { type MediaActions, useMediaActions, usesText } from "./use-media-actions.ts";

type TileProps = { media: Media; isChosen: boolean; onChoose(id: string): void; onOpen(media: Media): void };

function Look({ media }: { media: Media }) {
  const { id, url, alt, focus, trashed_at } = media;
  if (!isPicture(media)) return <FileSign media={media} />;
  return trashed_at ? <TrashedThumbnail id={id} alt={alt} /> : <Thumbnail url={url} alt={alt} focus={focus} />;
}

function Tile({ media, isChosen, onChoose, onOpen }: TileProps) {
  const { id, name, bytes } = media;
  return (
    <li className="tile" data-chosen={isChosen || undefined}>
      <label className="tile-check">
        <span className="sr-only">{`Choose ${name}`}</span>
        <input type="checkbox" checked={isChosen} onChange={() => onChoose(id)} />
      </label>
      <button type="button" className="tile-open" onClick={() => onOpen(media)}>
        <Look media={media} />
        <span className="tile-name">{name}</span>
      </button>
      <p className="tile-facts">
        <span>{isPicture(media) ? `${media.width} × ${media.height}` : fileKindText(media.url)}</span>
        <span>{sizeText(bytes)}</span>
        <span>{usesText(media)}</span>
      </p>
    </li>
  );
}

type MediaTilesProps = { items: readonly Media[]; selection: Selection; busy: boolean; onOpen(media: Media): void };

function MediaTiles({ items, selection: { selected, toggle }, busy, onOpen }: MediaTilesProps) {
  const tiles = useRowFocus<HTMLUListElement>();
  return (
    <ul ref={tiles} className="tiles" aria-label="Files" aria-busy={busy}>
      {items.map((media) => (
        <Tile key={media.id} media={media} isChosen={selected.has(media.id)} onChoose={toggle} onOpen={onOpen} />
      ))}
    </ul>
  );
}

const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "-bytes", label: "Largest first" },
  { value: "bytes", label: "Smallest first" },
];

const filtersOf = (counts: MediaCounts | undefined) => [
  { value: "all", label: "All", count: counts?.all },
  { value: "unused", label: "Unused", count: counts?.unused },
  { value: "undescribed", label: "Without alternative text", count: counts?.undescribed },
  { value: "trash", label: "Trash", count: counts?.trash },
];

type TrashedDetailsProps = { media: Media; since: string; actions: MediaActions; onClose(): void };

function TrashedDetails({ media, since, actions, onClose }: TrashedDetailsProps) {
  const { id } = media;
  return (
    <div className="media-details">
      <Look media={media} />
      <div className="media-side">
        <p>
          In the trash since <Ago iso={since} />. It is deleted after 30 days. Until then, its URL doesn’t work.
        </p>
        <MediaFacts media={media} />
        <div className="media-buttons">
          <FocusKeepingButton
            className="button button-solid"
            isDisabled={actions.isBusy}
            onClick={() => actions.restore([id], onClose)}
          >
            Restore
          </FocusKeepingButton>
          <FocusKeepingButton
            className="button"
            isDisabled={actions.isBusy}
            onClick={() => void actions.deleteForGood([id], onClose)}
          >
            Delete permanently
          </FocusKeepingButton>
        </div>
      </div>
    </div>
  );
}

type BulkActionsProps = {
  show: MediaShow;
  /** ids */
  chosen: string[];
  inTrash: number;
  actions: MediaActions;
  onClear(): void;
};

function BulkActions({ show, chosen, inTrash, actions, onClear }: BulkActionsProps) {
  const { trash, restore, deleteForGood, emptyTrash, isBusy } = actions;
  const button = (label: string, act: () => void) => (
    <FocusKeepingButton className="small-button" isDisabled={isBusy} onClick={act}>
      {label}
    </FocusKeepingButton>
  );
  if (show !== "trash") {
    return (
      <BulkBar count={chosen.length} onClear={onClear}>
        {button("Delete", () => trash(chosen))}
      </BulkBar>
    );
  }
  return (
    <>
      <p className="trash-note">
        <span>Deleted items stay here for 30 days.</span>
        {button("Empty trash", () => void emptyTrash(inTrash))}
      </p>
      <BulkBar count={chosen.length} onClear={onClear}>
        {button("Restore", () => restore(chosen))}
        {button("Delete permanently", () => void deleteForGood(chosen))}
      </BulkBar>
    </>
  );
}

type MediaDetailsProps = { id: string; actions: MediaActions; onClose(): void };

function MediaDetails({ id, actions, onClose }: MediaDetailsProps) {
  const query = useQuery(mediaItemQuery(id));
  return (
    <Dialog title={query.data?.name ?? "File"} open onClose={onClose} size="large">
      <QueryView query={query} noun="file" skeleton={<Spinner label="Loading..." />}>
        {(media) =>
          media.trashed_at ? (
            <TrashedDetails media={media} since={media.trashed_at} actions={actions} onClose={onClose} />
          ) : (
            <MediaForm media={media} actions={actions} onClose={onClose} />
          )
        }
      </QueryView>
    </Dialog>
  );
}

const idOf = ({ id }: Media) => id;

const EMPTY: Record<MediaShow, string> = {
  all: "No files found",
  unused: "Every file is used",
  undescribed: "Every file is described",
  trash: "The trash is empty",
};

/** What is said when nothing matches the search and the filter; undefined if there are none. */
function nothingFound(search: string, show: MediaShow) {
  if (search === "" && show === "all") return undefined;
  return {
    title: search ? EMPTY.all : (EMPTY[show] ?? EMPTY.all),
    hint: show === "trash" ? "Deleted items stay here for 30 days." : "Try another search, or show all files.",
    showAll: "Show all files",
  };
}

export function MediaLibrary() {
  const list = useListState(LIBRARY_AT_FIRST);
  const { values, set } = list;
  const show = values.show as MediaShow;
  const library = useQuery(libraryQuery(values));
  const selection = useSelection(library.data?.items, idOf);
  const actions = useMediaActions(selection.clear);
  const { uploads, add, retry, cancel } = useUploadQueue();
  useLeaveWarning(uploads.some(({ state }) => state !== "failed"));
  // Keeps the page: a change of any other value would go back to the first one.
  const open = (media: string) => set({ media, page: values.page });
  const upload = <UploadButton label="Upload" className="button button-solid" accept={ACCEPTED_BY_LIBRARY} onFiles={add} />;
  return (
    <ListScreen
      title="Media"
      lead="The images and files of your articles. Drop, paste or choose files to upload them."
      actions={upload}
      list={list}
      query={library}
      noun="files"
      before={
        <>
          <DropZone onFiles={add} />
          <UploadList uploads={uploads} onCancel={cancel} onRetry={retry} />
        </>
      }
      search={{ label: "Search files" }}
      filters={
        <>
          <FilterChips label="Show" options={filtersOf(library.data?.counts)} {...list.filter("show")} />
          <SelectFilter label="Order" options={ORDERS} {...list.filter("sort")} />
        </>
      }
      empty={{
        title: "No files yet",
        hint: "Drop files anywhere on this screen, paste them, or choose them.",
        action: upload,
      }}
      nothingFound={nothingFound(values.search, show)}
      className="library"
      after={
        values.media ? <MediaDetails key={values.media} id={values.media} actions={actions} onClose={() => open("")} /> : null
      }
    >
      {({ items, counts }, { busy }) => (
        <>
          <BulkActions
            show={show}
            chosen={[...selection.selected]}
            inTrash={counts.trash}
            actions={actions}
            onClear={selection.clear}
          />
          <MediaTiles items={items} selection={selection} busy={busy} onOpen={({ id }) => open(id)} />
        </>
      )}
    </ListScreen>
  );
}
