import type { FormState } from "./use-form.ts";

type SubmitButtonProps = { state: FormState; label: string; busyLabel: string; className?: string };

/**
 * The submit button of a form. It is disabled until the script runs, because the form needs it. While the form is being sent, it
 * only has `aria-disabled`, so that it keeps the focus.
 */
export function SubmitButton({ state: { isBusy, isReady }, label, busyLabel, className = "button-solid" }: SubmitButtonProps) {
  return (
    <button type="submit" className={`button ${className}`} disabled={!isReady} aria-disabled={isBusy || undefined}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
