// Apart from language-rules.ts, so that public pages do without the list of languages.

/** Of a site whose owner hasn’t chosen one. */
export const DEFAULT_LANGUAGE = "en";

/** BCP 47, as far as languages of the site have it. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z]{2,8})?$/;

const RIGHT_TO_LEFT: readonly string[] = ["ar", "fa", "he", "ur"];

export const directionOf = (language: string): "ltr" | "rtl" => (RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr");
