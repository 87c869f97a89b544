import { type FormEvent, useEffect, useRef, useState } from "react";

/** What keeps a form from being accepted: by field, or as a whole. */
export type Problems = { fields?: Record<string, string | undefined>; message?: string };

/** A form's values, trimmed of nothing: `name` gives what was typed, empty when there is no such field. */
export type Values = (name: string) => string;

const firstInvalid = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[role="alert"]');

/**
 * A form that is sent once at a time, keeps what was typed, and puts the keyboard where something is to be mended.
 * Its inputs stay the browser's own, so that password managers get along with them.
 * @param submit sends the values; returns what is wrong with them, nothing when all is well. It must not throw
 * @returns `form` for the <form> element, `isReady` once the script runs, `isBusy` while something is sent
 */
export function useForm(submit: (values: Values) => Promise<Problems | undefined>) {
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  const isSending = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);

  useEffect(() => setReady(true), []);
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
    /** Empties the inputs and takes back what was said about them. */
    reset: () => {
      element.current?.reset();
      setProblems({});
    },
  };
}

export type FormState = ReturnType<typeof useForm>;
