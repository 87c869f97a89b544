import { Fragment, type ReactNode } from "react";
import type { NamesIn } from "../texts/texts.ts";

type TextWithProps<Text extends string> = { text: Text; parts: Record<NamesIn<Text>, ReactNode> };

/** Each `{name}` in the text is replaced by the part of that name. */
export function TextWith<const Text extends string>({ text, parts }: TextWithProps<Text>) {
  const named: Record<string, ReactNode> = parts;
  // Every second piece is a name.
  return text.split(/\{(\w+)\}/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
    <Fragment key={at}>{at % 2 === 1 ? named[piece] : piece}</Fragment>
  ));
}
