import { useQuery } from "@tanstack/react-query";
import { Spinner } from "../../../../ui/form/spinner.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { QueryView } from "../../frame/query-view.tsx";
import { mediaItemQuery } from "../queries.ts";
import { MediaForm } from "./media-form.tsx";
import { TrashedDetails } from "./trashed-details.tsx";
import type { MediaActions } from "./use-media-actions.ts";

type MediaDetailsProps = { id: string; actions: MediaActions; onClose(): void };

/** One picture in large: what is said of it, where it is used, and what can be done with it. */
export function MediaDetails({ id, actions, onClose }: MediaDetailsProps) {
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
