import type { FormState } from "./use-form.ts";

type SubmitButtonProps = { state: FormState; label: string; busyLabel: string; className?: string };

/**
 * Sends its form. It waits for the script, without which a form would go astray; while busy it keeps the focus, so it is
 * disabled for everybody but the keyboard's memory.
 */
export function SubmitButton({ state: { isBusy, isReady }, label, busyLabel, className = "button-solid" }: SubmitButtonProps) {
  return (
    <button type="submit" className={`button ${className}`} disabled={!isReady} aria-disabled={isBusy || undefined}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
