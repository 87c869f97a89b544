import { type AdminTag, TAG_MESSAGES, TAG_NAME_MAX } from "../../../domain/tags/model.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Dialog } from "../frame/dialog.tsx";
import { DialogButtons } from "../frame/dialog-buttons.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_TAGS, renameTag } from "./queries.ts";

/** Gives a tag another name; its address follows. */
export function RenameTag({ tag, onClose }: { tag: AdminTag; onClose(): void }) {
  const { mutateAsync } = useAdminMutation({
    call: renameTag,
    success: "Tag updated",
    failure: (message) => `Failed to update tag: ${message}`,
    invalidates: CHANGED_TAGS,
  });
  const state = useForm(async (value) => {
    const name = value("name").trim();
    if (name === "") return { fields: { name: TAG_MESSAGES.nameRequired } };
    try {
      await mutateAsync({ id: tag.id, name });
      onClose();
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) return {};
      const rule = error.code === "23505" ? error.message : error.details?.find(({ field }) => field === "name")?.rule;
      return rule ? { fields: { name: rule } } : {};
    }
  });
  return (
    <Dialog title={`Rename ${tag.name}`} open size="small" onClose={onClose}>
      <form {...state.form} className="form">
        <Field
          label="Name"
          name="name"
          defaultValue={tag.name}
          maxLength={TAG_NAME_MAX}
          autoComplete="off"
          readOnly={state.isBusy}
          error={state.errorOf("name")}
        />
        <DialogButtons state={state} label="Rename" busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
