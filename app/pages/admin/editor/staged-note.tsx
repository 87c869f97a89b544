import { useDates } from "../frame/dates.tsx";

type StagedNoteProps = {
  /** when the changes were kept, in ISO 8601, and by whom where it was somebody else's visit */
  at: string;
  editor: string | null;
  isPublic: boolean;
  onDiscard(): void;
};

/** Says that the form holds changes that are kept beside the post, and leads back to what was saved. */
export function StagedNote({ at, editor, isPublic, onDiscard }: StagedNoteProps) {
  const { time } = useDates();
  const by = editor ? ` by ${editor}` : "";
  return (
    <section className="editor-offer" aria-label="Unpublished changes">
      <p>
        {`These are changes from ${time(at)}${by}. `}
        {isPublic
          ? "Readers see the post as it was before them, until you update it."
          : "They are kept beside the post, until you update it."}
      </p>
      <div>
        <button type="button" className="small-button" onClick={onDiscard}>
          Discard changes
        </button>
      </div>
    </section>
  );
}
