import type { SettingsFormState } from "./use-settings-form.ts";

type SaveBarProps = { form: Pick<SettingsFormState, "isDirty" | "isDefault" | "isBusy" | "errors">; onReset(): void };

function stateOf({ isDirty, isBusy, errors }: SaveBarProps["form"]): string {
  const wrong = Object.keys(errors).length;
  if (isBusy) return "";
  if (wrong > 0) return wrong === 1 ? "One field needs another look." : `${wrong} fields need another look.`;
  return isDirty ? "Not saved yet." : "Everything is saved.";
}

/** Save and Reset, always in sight. While it is busy the button keeps the focus. */
export function SaveBar({ form, onReset }: SaveBarProps) {
  const { isDirty, isDefault, isBusy } = form;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      <button type="button" className="button" disabled={isDefault || isBusy} onClick={onReset}>
        Reset
      </button>
      <button type="submit" className="button button-solid" disabled={!isDirty && !isBusy} aria-disabled={isBusy || undefined}>
        {isBusy ? "Saving..." : "Save"}
      </button>
    </div>
  );
}
