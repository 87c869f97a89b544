import { LRUCache } from "lru-cache";

/** A text that is made for each request. `modified`: when it last changed, if known. */
export type Document = { text: string; type: string; cacheControl: string; modified?: Date };

/** Documents as they were sent last, each with the time in ms, by path. */
export type LastDocuments = LRUCache<string, { document: Document; at: number }>;

/** At most 100 documents and 8 million characters. */
export const createLastDocuments = (): LastDocuments =>
  new LRUCache({ max: 100, maxSize: 8_000_000, sizeCalculation: ({ document }) => document.text.length + 1 });
