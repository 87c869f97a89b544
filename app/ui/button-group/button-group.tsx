import type { HTMLAttributes } from "react";

/** Buttons that belong together; `aria-label` says what they are about. */
export function ButtonGroup(props: HTMLAttributes<HTMLDivElement>) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields that a form sends; these are buttons outside of any
  return <div role="group" {...props} />;
}
