import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { sendEarly } from "./early-submit.ts";

export type Problems = { fields?: Record<string, string | undefined>; message?: string };

/** Untrimmed; empty if there is no such field. */
export type Values = (name: string) => string;

const firstInvalid = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[role="alert"]');

/**
 * Sent once at a time; keeps its values after an error and moves the focus to the first problem. The inputs are uncontrolled, so that
 * password managers work.
 * @param submit returns the problems, or undefined if there are none. It must not throw
 * @returns `isReady` once the script runs, `isBusy` while the form is being sent
 */
export function useForm(submit: (values: Values) => Promise<Problems | undefined>) {
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  const isSending = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    setReady(true);
    sendEarly(element.current);
  }, []);
  useEffect(() => {
    if (failures > 0) firstInvalid(element.current)?.focus();
  }, [failures]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    const data = new FormData(event.currentTarget);
    setProblems({});
    setBusy(true);
    const found = await submit((name) => String(data.get(name) ?? ""));
    isSending.current = false;
    setBusy(false);
    if (!found) return;
    setProblems(found);
    setFailures((count) => count + 1);
  };
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (problems.fields?.[name]) setProblems({ ...problems, fields: { ...problems.fields, [name]: undefined } });
  };

  return {
    form: { ref: element, method: "post", noValidate: true, onSubmit, onInput, "aria-busy": isBusy } as const,
    errorOf: (name: string) => problems.fields?.[name],
    message: problems.message,
    isBusy,
    isReady,
    reset: () => {
      element.current?.reset();
      setProblems({});
    },
  };
}

export type FormState = ReturnType<typeof useForm>;

export function FormAlert({ message, children }: { message: string | undefined; children?: ReactNode }) {
  if (!message) return null;
  return (
    <div className="form-alert" role="alert" tabIndex={-1}>
      <p>{message}</p>
      {children}
    </div>
  );
}

type SubmitButtonProps = { state: FormState; label: string; busyLabel: string; className?: string };

/** Disabled until the script runs. While the form is being sent, it only has `aria-disabled`, so that it keeps the focus. */
export function SubmitButton({ state: { isBusy, isReady }, label, busyLabel, className = "button-solid" }: SubmitButtonProps) {
  return (
    <button type="submit" className={`button ${className}`} disabled={!isReady} aria-disabled={isBusy || undefined}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
