/** A document of the repository: of the documentation itself, or a decision's record. `name` stands in addresses. */
export type DocumentEntry = { name: string; title: string; group: "documentation" | "decisions" };

/** A document ready to show; `html` is without its title. */
export type Document = DocumentEntry & { html: string; headings: { id: string; text: string; level: number }[] };

/** What a document may be called. */
export const DOCUMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
