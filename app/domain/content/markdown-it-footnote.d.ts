declare module "markdown-it-footnote" {
  import type MarkdownIt from "markdown-it";

  /** Reads `[^1]` and `[^1]: …`. */
  const footnotes: (markdown: MarkdownIt) => void;
  export default footnotes;
}
