import type { Context } from "../domain/context.ts";
import { createFacts } from "../domain/home/facts.ts";
import { trashedIds, WHOLE_LIBRARY } from "../domain/media/media.sql.ts";
import { readShownNavigation } from "../domain/navigation/show-navigation.ts";
import { listLanguages } from "../domain/posts/list-languages.ts";
import { readPublicPages } from "../domain/posts/pages/public-pages.ts";
import { createRedirects } from "../domain/redirects/follow-redirects.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import { createSnapshot } from "../platform/cache/snapshot.ts";
import { makeSiteSheet } from "./pages/site-sheet.ts";

/** Held in memory for all requests. */
export function createContent(context: Context, settings: CurrentSettings) {
  const { db, log } = context;
  const snapshot = <T>(what: string, read: () => Promise<T>, initial?: T) =>
    createSnapshot(read, {
      onError: (err) => log.warn({ err }, `${what} could not be read; what was read before stays`),
      initial,
    });
  const parts = {
    /** URLs of these pictures answer 404. */
    trashedMedia: snapshot("the trash of images", async () => new Set(await trashedIds(db, WHOLE_LIBRARY)), new Set<string>()),
    navigation: snapshot("the navigation", () => readShownNavigation(db), null),
    languages: snapshot("the languages of articles", () => listLanguages(db), []),
    pages: snapshot("own pages", () => readPublicPages(db)),
    sheet: snapshot("the style sheet of the look", () => makeSiteSheet(context, settings.look())),
    facts: createFacts(context, settings),
    redirects: createRedirects(context),
  };
  const renewParts = () => Object.values(parts).map((part) => part.renew());
  renewParts();
  return {
    ...parts,
    /** Waits for the settings and the own pages, which are used without waiting. Rejects if the settings can't be read. */
    async renew(): Promise<void> {
      await settings.renew();
      renewParts();
      await parts.pages.current();
    },
  };
}

export type Content = ReturnType<typeof createContent>;
