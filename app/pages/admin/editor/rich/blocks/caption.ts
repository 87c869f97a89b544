import { DOMParser, Fragment, type Schema } from "@tiptap/pm/model";

/** The caption of a figure as the content of its node; an empty one if the figure has none. */
export function captionOf(figure: globalThis.Node, schema: Schema): Fragment {
  const element = figure instanceof Element ? figure.querySelector(":scope > figcaption") : null;
  const topNode = schema.nodes.figcaption?.create();
  if (!topNode) return Fragment.empty;
  return Fragment.from(element ? DOMParser.fromSchema(schema).parse(element, { topNode }) : topNode);
}
