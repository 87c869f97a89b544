import type { RawElement, RawNode } from "./tree.ts";

/** The part of markdown-it's token that blocks need. */
export type Token = {
  type: string;
  tag: string;
  nesting: number;
  content: string;
  info: string;
  markup: string;
  map: [number, number] | null;
  attrs: [string, string | number][] | null;
  block: boolean;
  children: Token[] | null;
};

type InlineState = { src: string; pos: number; posMax: number; push(type: string, tag: string, nesting: -1 | 0 | 1): Token };
export type BlockState = {
  src: string;
  line: number;
  bMarks: number[];
  eMarks: number[];
  tShift: number[];
  sCount: number[];
  blkIndent: number;
  getLines(begin: number, end: number, indent: number, keepLast: boolean): string;
  push(type: string, tag: string, nesting: -1 | 0 | 1): Token;
};

/** Moves `state.pos` behind something within a line. @returns false when nothing of that kind is there */
export type InlineRule = (state: InlineState, silent: boolean) => boolean;
/** Sets `state.line` to the first line behind whole lines. @returns as `InlineRule` does */
export type BlockRule = (state: BlockState, start: number, end: number, silent: boolean) => boolean;
/** Runs after a text was split into blocks. */
export type CoreRule = (state: { tokens: Token[] }) => void;

/** On the server and in the editor. */
export type MarkdownReader = {
  core: { ruler: { at(name: string, rule: CoreRule): void; after(before: string, name: string, rule: CoreRule): void } };
  inline: {
    ruler: {
      before(after: string, name: string, rule: InlineRule): void;
      after(before: string, name: string, rule: InlineRule): void;
      disable(name: string): unknown;
    };
  };
  block: { ruler: { before(after: string, name: string, rule: BlockRule, options: { alt: string[] }): void } };
  options: { typographer?: boolean };
  renderer: { rules: object };
  linkify: { add(scheme: string, rule: null): unknown; set(options: Record<string, boolean>): unknown };
  normalizeLinkText: (text: string) => string;
};

export type MarkdownWriter = { blocks(nodes: RawNode[]): string };

/** What plain HTML and Markdown don't have, as a block or within a line. */
export type ArticleBlock = {
  /** the attributes that the sanitizer lets through, by element; an element without any has an empty list */
  attributes?: Record<string, readonly string[]>;
  classes?: Record<string, readonly (string | RegExp)[]>;
  /** writes an element as Markdown; null for one of another kind, or that only HTML can express */
  write?(element: RawElement, writer: MarkdownWriter): string | null;
  teach?(reader: MarkdownReader): void;
};
