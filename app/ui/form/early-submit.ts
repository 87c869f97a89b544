import { isComposing } from "./composed-words.ts";

// The page's small script notices forms that are sent too early; the forms send themselves later.

/** Dispatched as soon as a form can be sent. */
const READY = "form-ready";

const disabledButton = "button[type=submit]:disabled";

/** An autofilled sign-in form is often sent before its script runs. Readers who go on typing in it send it themselves later. */
export function watchEarlySubmits(): void {
  let early: HTMLFormElement | null = null;
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (
      key === "Enter" &&
      !isComposing(event) &&
      target instanceof HTMLInputElement &&
      target.form?.querySelector(disabledButton)
    )
      early = target.form;
  });
  addEventListener("pointerup", ({ button, target }) => {
    if (button === 0 && target instanceof Element) early = target.closest<HTMLButtonElement>(disabledButton)?.form ?? early;
  });
  addEventListener("input", () => {
    early = null;
  });
  addEventListener(READY, ({ target }) => {
    if (target === early) early?.requestSubmit();
    early = null;
  });
}

/** Sends the form if somebody has tried to before. */
export const sendEarly = (form: HTMLFormElement | null): boolean | undefined =>
  form?.dispatchEvent(new Event(READY, { bubbles: true }));
