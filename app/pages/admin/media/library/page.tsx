import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Media, MediaShow } from "../../../../domain/media/model.ts";
import { AdminPage } from "../../frame/admin-page.tsx";
import { EmptyState } from "../../frame/empty-state.tsx";
import { NothingFound } from "../../frame/nothing-found.tsx";
import { Pager } from "../../frame/pager.tsx";
import { QueryView } from "../../frame/query-view.tsx";
import { useLeaveWarning } from "../../frame/use-leave-warning.ts";
import { useListState } from "../../frame/use-list-state.ts";
import { useSelection } from "../../frame/use-selection.ts";
import { LIBRARY_AT_FIRST, libraryQuery } from "../queries.ts";
import { UploadButton } from "../upload-button.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { MediaDetails } from "./details.tsx";
import { DropZone } from "./drop-zone.tsx";
import { MediaTiles } from "./tiles.tsx";
import { LibraryToolbar } from "./toolbar.tsx";
import { UploadList } from "./upload-list.tsx";
import { useMediaActions } from "./use-media-actions.ts";
import { useUploadQueue } from "./use-upload-queue.ts";

const NONE: Media[] = [];
const EMPTY: Record<MediaShow, string> = {
  all: "No files found",
  unused: "Every file is used",
  undescribed: "Every file is described",
  trash: "The trash is empty",
};

/** Every picture of the site: uploaded, described, looked for, and thrown away here. */
export function MediaLibrary() {
  const { values, set, href, reset } = useListState(LIBRARY_AT_FIRST);
  const show = values.show as MediaShow;
  const library = useQuery(libraryQuery(values));
  const items = library.data?.items ?? NONE;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const selection = useSelection(ids);
  const actions = useMediaActions(selection.clear);
  const { uploads, add, retry, cancel } = useUploadQueue();
  useLeaveWarning(uploads.some(({ state }) => state !== "failed"));
  // What stands beside it stays in sight: a change of anything else would lead to the first page.
  const open = (media: string) => set({ media, page: values.page });
  const upload = <UploadButton label="Upload" className="button button-solid" onFiles={add} />;
  const empty =
    values.search || show !== "all" ? (
      <NothingFound
        title={values.search ? "No files found" : (EMPTY[show] ?? EMPTY.all)}
        hint={show === "trash" ? "What is deleted stays here for 30 days." : "Try another search, or show all files."}
        showAll="Show all files"
        onShowAll={reset}
      />
    ) : (
      <EmptyState
        title="No files found"
        hint="Drop pictures anywhere on this screen, paste them, or choose them."
        action={upload}
      />
    );
  return (
    <AdminPage title="Media" lead="The pictures of your articles. Drop, paste or choose files to upload them." actions={upload}>
      <DropZone onFiles={add} />
      <UploadList uploads={uploads} onCancel={cancel} onRetry={retry} />
      <LibraryToolbar values={values} set={set} counts={library.data?.counts} />
      <QueryView query={library} noun="files" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items: found, counts, ...paging }) => (
          <div className="library">
            <BulkActions
              show={show}
              chosen={[...selection.selected]}
              inTrash={counts.trash}
              actions={actions}
              onClear={selection.clear}
            />
            <MediaTiles items={found} selection={selection} busy={library.isPlaceholderData} onOpen={({ id }) => open(id)} />
            <Pager {...paging} noun="files" href={href} />
          </div>
        )}
      </QueryView>
      {values.media ? <MediaDetails key={values.media} id={values.media} actions={actions} onClose={() => open("")} /> : null}
    </AdminPage>
  );
}
