import { useState } from "react";
import {
  type MadePreview,
  PREVIEW_SPAN_DEFAULT,
  PREVIEW_SPANS,
  type PreviewSpan,
} from "../../../../domain/previews/preview-model.ts";
import { SelectField } from "../../../../ui/form/select.tsx";
import { Toggle } from "../../../../ui/form/toggle.tsx";
import { useDates } from "../../frame/dates.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { CopyField } from "./copy-field.tsx";
import { LivingLinks } from "./living-links.tsx";
import { REVIEWED, sharePreview } from "./queries.ts";

const SPAN_WORDS: Record<PreviewSpan, string> = { "1h": "An hour", "1d": "A day", "7d": "A week", "30d": "30 days" };
const SPANS = PREVIEW_SPANS.map((value) => ({ value, label: SPAN_WORDS[value] }));

/** Makes links that show what isn't published to whoever has one, and takes them back. */
export function ShareDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { time } = useDates();
  const [lasts, setLasts] = useState<PreviewSpan>(PREVIEW_SPAN_DEFAULT);
  const [mayNote, setMayNote] = useState(true);
  const [made, setMade] = useState<MadePreview | null>(null);
  const sharing = useAdminMutation({
    call: sharePreview,
    success: "Preview link made",
    failure: (message) => `Failed to make the link: ${message}`,
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
            Done
          </button>
          <button type="button" className="button button-solid" aria-disabled={sharing.isPending || undefined} onClick={make}>
            {sharing.isPending ? "Making..." : made ? "Make another link" : "Make link"}
          </button>
        </>
      }
    >
      <div className="review-share">
        <p>Whoever has the link reads what is saved here, published or not, without an account.</p>
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
          hint="They stand beside the post in the editor."
          onChange={({ target }) => setMayNote(target.checked)}
        />
        {made ? (
          <CopyField label="Preview link" link={made.url} hint={`Works until ${time(made.expires_at)}. It is not shown again.`} />
        ) : null}
        <LivingLinks id={id} />
      </div>
    </Dialog>
  );
}
