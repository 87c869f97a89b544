import { type FormEvent, useState } from "react";
import { REVISION_NAME_MAX, type Revision } from "../../../domain/posts/revisions/revision-model.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED, nameRevision } from "./queries.ts";

type NameFormProps = { postId: string; revision: Revision; onClose(): void };

/** Gives a version a name, with which it is kept for ever. */
export function NameForm({ postId, revision, onClose }: NameFormProps) {
  const [name, setName] = useState(revision.name ?? "");
  const naming = useAdminMutation({
    call: nameRevision,
    success: ({ name: given }) => (given ? "Version named" : "Name removed"),
    failure: (message) => `Failed to name the version: ${message}`,
    invalidates: CHANGED,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { id: postId, revision: revision.id, name: name.trim() || null };
    naming.mutate(given, { onSuccess: onClose });
  };
  return (
    <Dialog title="Name this version" open size="small" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          value={name}
          maxLength={REVISION_NAME_MAX}
          hint="A named version is kept for ever. Without one it is kept among the newest 200."
          onChange={({ target }) => setName(target.value)}
        />
        <p className="history-buttons">
          <button type="submit" className="button button-solid" aria-disabled={naming.isPending || undefined}>
            {naming.isPending ? "Saving..." : "Save name"}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
