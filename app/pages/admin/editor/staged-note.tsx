import type { Planned } from "../../../domain/posts/post.ts";
import { useDates } from "../frame/dates.tsx";

type StagedNoteProps = {
  /** when the changes were kept, in ISO 8601, and by whom where it was somebody else's visit */
  at: string;
  editor: string | null;
  isPublic: boolean;
  planned: Planned | null;
  onDiscard(): void;
};

/** Says that the form holds changes that are kept beside the post, and leads back to what was saved. */
export function StagedNote({ at, editor, isPublic, planned, onDiscard }: StagedNoteProps) {
  const { time } = useDates();
  const until = planned?.kind === "update" && !planned.failure ? `until ${time(planned.at)}` : "until you update it";
  const by = editor ? ` by ${editor}` : "";
  return (
    <section className="editor-offer" aria-label="Unpublished changes">
      <p>
        {`These are changes from ${time(at)}${by}. `}
        {isPublic ? `Readers see the post as it was before them, ${until}.` : `They are kept beside the post, ${until}.`}
      </p>
      <div>
        <button type="button" className="small-button" onClick={onDiscard}>
          Discard changes
        </button>
      </div>
    </section>
  );
}
