import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { storedNavigation, type TargetRow, targetsWith } from "./navigation.sql.ts";
import type { Announcement, MenuEntry, Navigation, ShownLink, ShownNavigation } from "./navigation.ts";
import { idsOf, navigationOf, pathOf } from "./read-navigation.ts";

const linksOf = (entries: MenuEntry[], targets: ReadonlyMap<string, TargetRow>): ShownLink[] =>
  entries.flatMap(({ label, kind, to }) => {
    if (kind === "address") return [{ label, to }];
    const target = targets.get(to);
    return target?.kind === kind && target.state === "public" ? [{ label, to: pathOf(target) }] : [];
  });

/** A browser remembers the id of the announcement that its reader has closed; a new text has a new one. */
const idOf = (text: string, link: Announcement["link"]) =>
  createHash("sha256")
    .update(JSON.stringify([text, link]))
    .digest("hex")
    .slice(0, 12);

function shown({ header, footer, social, announcement }: Navigation, rows: TargetRow[]): ShownNavigation | null {
  if (!header && !footer && !announcement && social.length === 0) return null;
  const targets = new Map(rows.map((row) => [row.id, row]));
  const groups = footer?.map(({ heading, entries }) => ({ heading, links: linksOf(entries, targets) }));
  return {
    header: header && linksOf(header, targets),
    footer: groups?.filter(({ links }) => links.length > 0) ?? null,
    social: social.map(({ network, label, address }) => ({ network, label, to: address })),
    announcement: announcement && {
      id: idOf(announcement.text, announcement.link),
      text: announcement.text,
      link: announcement.link && { label: announcement.link.label, to: announcement.link.address },
      ends_at: announcement.ends_at,
    },
  };
}

/** What readers see of a navigation. Null if nothing differs from what comes with the site. */
export const showNavigation = async (db: Context["db"], navigation: Navigation): Promise<ShownNavigation | null> =>
  shown(navigation, await targetsWith(db, idsOf(navigation)));

/** Two statements. */
export const readShownNavigation = async (db: Context["db"]): Promise<ShownNavigation | null> =>
  showNavigation(db, navigationOf(await storedNavigation(db)));

/** Without an announcement that has ended. */
export function navigationAt(now: Date, navigation: ShownNavigation | null): ShownNavigation | null {
  const ends = navigation?.announcement?.ends_at;
  return navigation && ends && new Date(ends) <= now ? { ...navigation, announcement: null } : navigation;
}

/** Makes every instance drop its pages. @returns whether the announcement has just ended */
export async function endAnnouncement({ db, clock }: Context): Promise<boolean> {
  const query = db.updateTable("navigation").set({ announcement_ends_at: null }).where("announcement_ends_at", "<=", clock.now());
  return (await query.returning("id").executeTakeFirst()) !== undefined;
}
