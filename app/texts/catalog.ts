import type { ENGLISH_TEXTS } from "./english.ts";
import type { Plural } from "./texts.ts";

/** The same texts in another language, which may have other plural forms. */
type Translation<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { readonly [Key in keyof T]: Translation<T[Key]> };

/** All that a language has to say. */
export type Catalog = Translation<typeof ENGLISH_TEXTS>;
