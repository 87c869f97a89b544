// Apart from language-rules.ts, so that public pages do without the list of languages.

/** Of a site whose owner hasn’t chosen one. */
export const DEFAULT_LANGUAGE = "en";

const RIGHT_TO_LEFT: readonly string[] = ["ar", "fa", "he", "ur"];

export const directionOf = (language: string): "ltr" | "rtl" => (RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr");
