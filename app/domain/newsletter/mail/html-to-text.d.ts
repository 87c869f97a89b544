declare module "html-to-text" {
  type Element = { attribs: Record<string, string | undefined> };
  type Builder = { addInline(text: string): void };

  /** Of its options, those that we use. */
  type Options = {
    wordwrap: false;
    formatters: Record<string, (element: Element, walk: unknown, builder: Builder) => void>;
    selectors: { selector: string; format?: string; options?: Record<string, unknown> }[];
  };

  export function compile(options: Options): (html: string) => string;
}
