import type { Context } from "../../context.ts";
import { countHeld, countReasons, heldRows } from "./held.sql.ts";
import { HELD_CAP, HELD_REASON_CAP, HELD_REASONS, HELD_SEARCH_CAP, type HeldPage, type HeldReason } from "./traffic-model.ts";

/** What the list of the quarantine is asked for. */
export type HeldAsked = { reason?: HeldReason | undefined; search?: string | undefined; page: number; limit: number };

/**
 * The hits that are held, the newest first, with how many there are for each reason; a page (from 1) beyond the end is empty.
 * @param asked `search`: part of the user agent, the page, the referrer or the network
 */
export async function listQuarantined(ctx: Context, { page, limit, ...asked }: HeldAsked): Promise<HeldPage> {
  const filter = { ...asked, search: asked.search?.trim() || undefined };
  const cap = filter.search === undefined ? HELD_CAP : HELD_SEARCH_CAP;
  const [counted, counts] = await Promise.all([
    countHeld(ctx.db, filter, cap + 1),
    countReasons(ctx.db, HELD_REASONS, HELD_REASON_CAP),
  ]);
  const total = Math.min(counted, cap);
  const offset = (page - 1) * limit;
  const rows = offset < total ? await heldRows(ctx.db, filter, { limit: Math.min(limit, total - offset), offset }) : [];
  const items = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return { items, total, total_is_capped: counted > total, page, pages: Math.ceil(total / limit), limit, counts };
}
