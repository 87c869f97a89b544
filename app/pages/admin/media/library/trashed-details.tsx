import type { Media } from "../../../../domain/media/model.ts";
import { Ago } from "../../frame/dates.tsx";
import { MediaFacts } from "./media-facts.tsx";
import { TrashedThumbnail } from "./trashed-thumbnail.tsx";
import type { MediaActions } from "./use-media-actions.ts";

type TrashedDetailsProps = { media: Media; since: string; actions: MediaActions; onClose(): void };

/** A picture in the trash: back, or gone for good. */
export function TrashedDetails({ media, since, actions, onClose }: TrashedDetailsProps) {
  const { id, alt } = media;
  return (
    <div className="media-details">
      <TrashedThumbnail id={id} alt={alt} />
      <div className="media-side">
        <p>
          In the trash since <Ago iso={since} />. It stays there for 30 days; until then its address answers nobody.
        </p>
        <MediaFacts media={media} />
        <div className="media-buttons">
          <button
            type="button"
            className="button button-solid"
            disabled={actions.isBusy}
            onClick={() => actions.restore([id], onClose)}
          >
            Restore
          </button>
          <button
            type="button"
            className="button"
            disabled={actions.isBusy}
            onClick={() => void actions.deleteForGood([id], onClose)}
          >
            Delete for good
          </button>
        </div>
      </div>
    </div>
  );
}
