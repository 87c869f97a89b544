import type { HTMLAttributes, Ref } from "react";

export function ButtonGroup(props: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> }) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form; these are buttons outside a form
  return <div role="group" {...props} />;
}
