import { type Element, isElement } from "./tree.ts";

/** The class of a diagram's source in Mermaid, in a code block. */
export const DIAGRAM_CLASS = "language-mermaid";

/** The text of a code block with a class, such as `DIAGRAM_CLASS`; null for every other element. */
export function codeIn<Extra extends object>({ name, children }: Element<Extra>, className: string): string | null {
  const [code, ...others] = children;
  if (name !== "pre" || others.length > 0 || typeof code !== "object" || !isElement(code)) return null;
  const [text, ...more] = code.children;
  return code.name === "code" && code.attributes.class === className && more.length === 0 && typeof text === "string"
    ? text
    : null;
}
