import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { storedNavigation, type TargetRow, targetsWith } from "./navigation.sql.ts";
import type { Announcement, MenuEntry, Navigation, ShownLink, ShownNavigation } from "./navigation.ts";
import { idsOf, navigationOf, pathOf } from "./read-navigation.ts";

/** The entries that lead somewhere, with their addresses now. */
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

/** Keeps menus, social links and the announcement in memory, because every page shows them. */
export function keepNavigation(ctx: Context) {
  let kept: ShownNavigation | null = null;
  let newest = 0;
  let reading: Promise<void> | null = null;

  /** Reads them again after a change. If that fails, the earlier ones stay. */
  async function renew(): Promise<void> {
    const turn = ++newest;
    try {
      const navigation = navigationOf(await storedNavigation(ctx.db));
      const found = shown(navigation, await targetsWith(ctx.db, idsOf(navigation)));
      // A slow answer is ignored if a later query has been sent.
      if (turn === newest) kept = found;
    } catch (err) {
      ctx.log.warn({ err }, "the navigation could not be read; the earlier one stays");
    }
  }

  return {
    renew,
    /** What pages show now; null if nothing differs from what comes with the site. Waits for the first reading only. */
    async current(): Promise<ShownNavigation | null> {
      reading ??= renew();
      await reading;
      const ends = kept?.announcement?.ends_at;
      return kept && ends && new Date(ends) <= ctx.clock.now() ? { ...kept, announcement: null } : kept;
    },
  };
}

/** Menus, social links and the announcement in memory. */
export type KeptNavigation = ReturnType<typeof keepNavigation>;

/** Makes every instance drop its pages once the announcement has ended. @returns whether it just has */
export async function endAnnouncement({ db, clock }: Context): Promise<boolean> {
  const query = db.updateTable("navigation").set({ announcement_ends_at: null }).where("announcement_ends_at", "<=", clock.now());
  return (await query.returning("id").executeTakeFirst()) !== undefined;
}
