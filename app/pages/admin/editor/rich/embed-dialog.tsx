import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { EMBED_NAMES, embedAt } from "../../../../domain/content/embeds-model.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Dialog } from "../../frame/dialog.tsx";

/** Asks what is to be embedded. Nothing is asked of the other site. */
export function EmbedDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [address, setAddress] = useState("");
  const [title, setTitle] = useState("");
  const [error, setError] = useState<string>();
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const embed = embedAt(address);
    if (!embed) return setError(`This must be the address of something at ${EMBED_NAMES}`);
    const attrs = { href: embed.address, title: title.trim() };
    editor
      .chain()
      .focus()
      .insertContent([{ type: "embed", attrs }, { type: "paragraph" }])
      .run();
    close();
  };
  return (
    <Dialog title="Embed" open onClose={close} size="small">
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label="Address"
          name="href"
          type="url"
          value={address}
          error={error}
          hint={`Of something at ${EMBED_NAMES}`}
          autoComplete="off"
          autoFocus
          onChange={({ target }) => {
            setAddress(target.value);
            setError(undefined);
          }}
        />
        <Field
          label="Title"
          name="title"
          value={title}
          maxLength={200}
          hint="What it is called; readers see it before they play it"
          autoComplete="off"
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="admin-dialog-foot">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button-solid">
            Embed
          </button>
        </div>
      </form>
    </Dialog>
  );
}
