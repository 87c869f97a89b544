import type { FormState } from "../../../ui/form/use-form.tsx";
import { SubmitButton } from "../../../ui/form/use-form.tsx";

type DialogButtonsProps = { state: FormState; label: string; busyLabel: string; onCancel(): void };

/** The end of a dialog's form: Cancel, and the button that sends it. */
export function DialogButtons({ onCancel, ...submit }: DialogButtonsProps) {
  return (
    <div className="form-buttons">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <SubmitButton {...submit} />
    </div>
  );
}
