import { readableAddress } from "../../../domain/redirects/model.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { type Problems, useForm } from "../../../ui/form/use-form.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { Dialog } from "../frame/dialog.tsx";
import { DialogButtons } from "../frame/dialog-buttons.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_REDIRECTS, createRedirect, type RedirectValues } from "./queries.ts";

const failure = (message: string) => `Failed to add redirect: ${message}`;

/** What the server has to say, each at its field, else above the form. */
function problemsOf(error: unknown): Problems {
  if (error instanceof ApiError && error.code === "23505") return { fields: { from_path: error.message } };
  const wrong = error instanceof ApiError ? (error.details ?? []) : [];
  if (wrong.length > 0) return { fields: Object.fromEntries(wrong.map(({ field, rule }) => [field, rule]).reverse()) };
  return { message: failure(messageOf(error, "The server could not be reached. Please try again.")) };
}

/** What the server would refuse, by its own rules. */
async function checked(values: RedirectValues): Promise<Problems | undefined> {
  const { newRedirect } = await import("../../../domain/redirects/schema.ts");
  const { error } = newRedirect.safeParse(values);
  // Of several rules that a field breaks, the first is the one to mend.
  return error && { fields: Object.fromEntries(error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse()) };
}

type AddRedirectProps = { values?: Partial<RedirectValues>; onClose(): void };

/** Lets an address without a page lead to one that has one. */
export function AddRedirect({ values = {}, onClose }: AddRedirectProps) {
  const { mutateAsync } = useAdminMutation({
    call: createRedirect,
    success: "Redirect added",
    failure,
    invalidates: CHANGED_REDIRECTS,
  });
  const state = useForm(async (value) => {
    const typed = { from_path: value("from_path"), to_path: value("to_path") };
    const problems = await checked(typed);
    if (problems) return problems;
    try {
      await mutateAsync(typed);
      onClose();
      return undefined;
    } catch (error) {
      return problemsOf(error);
    }
  });
  const field = (name: keyof RedirectValues) => ({
    name,
    error: state.errorOf(name),
    readOnly: state.isBusy,
    defaultValue: readableAddress(values[name] ?? ""),
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
  });
  return (
    <Dialog title="Add Redirect" open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field label="Old address" hint="A path without a page, such as /2019/05/my-article.html" {...field("from_path")} />
        <Field label="New address" hint="A page of this site, such as /story/my-article" {...field("to_path")} />
        <DialogButtons state={state} label="Add Redirect" busyLabel="Adding..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
