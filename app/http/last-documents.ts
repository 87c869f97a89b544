import type { HonoRequest } from "hono";
import { LRUCache } from "lru-cache";
import type { Representation } from "../platform/cache/representation.ts";
import { routes } from "../routes.ts";

/** A text that is made for each request. `modified`: when it last changed, if known. */
export type Document = { text: string; type: string; cacheControl: string; modified?: Date };

/**
 * Documents as they were sent last, by `documentKey`, each with its compressed forms and the time in ms: polling costs no compression, and there is
 * a copy while the database is away.
 */
export type LastDocuments = LRUCache<string, { document: Document; page: Promise<Representation>; at: number }>;

/** At most 100 documents and 8 million characters. */
export const createLastDocuments = (): LastDocuments =>
  new LRUCache({ max: 100, maxSize: 8_000_000, sizeCalculation: ({ document }) => document.text.length + 1 });

const FEEDS: string[] = [routes.feeds.rss, routes.feeds.atom, routes.feeds.json];

/** The path, and the language of a feed: no other query makes another document. */
export function documentKey(request: HonoRequest): string {
  const language = FEEDS.includes(request.path) && request.query("language");
  return language ? `${request.path}?language=${language}` : request.path;
}
