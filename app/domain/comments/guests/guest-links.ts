import { createHash, timingSafeEqual } from "node:crypto";
import type { Db } from "../../../platform/database/db.ts";
import { routes } from "../../../routes.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import { isSigned, sign } from "../comment-tokens.ts";
import type { Guest } from "../commenter.ts";
import { ERASE_LINK_HOURS, GUEST_BROWSER_DAYS } from "./guest-rules.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const unknownLink = () => new DomainError("not_found", "guest_link", "This link doesn’t work. Open it again from the email.");

type Named = { id: string; version: number };

/** Works until `until` (ms), or until the guest has another version or is gone. */
async function tokenFor(ctx: Context, purpose: "guest browser" | "guest link", { id, version }: Named, until: number) {
  const text = [id, version, until].join(".");
  return `${text}.${await sign(ctx, purpose, text)}`;
}

async function findByToken(ctx: Context, purpose: "guest browser" | "guest link", token: string): Promise<Guest | undefined> {
  const [id = "", version = "", until = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !UUID.test(id) || !(await isSigned(ctx, purpose, [id, version, until].join("."), signature))) return;
  if (Number(until) <= ctx.clock.now().getTime()) return;
  const row = await ctx.db
    .selectFrom("guests")
    .select(["id", "name", "email", "version"])
    .where("id", "=", id)
    .where("version", "=", Number(version))
    .executeTakeFirst();
  return row && { kind: "guest", id: row.id, name: row.name, email: row.email };
}

/** For the cookie of a browser in which somebody has confirmed their address. */
export const browserToken = (ctx: Context, guest: Named): Promise<string> =>
  tokenFor(ctx, "guest browser", guest, ctx.clock.now().getTime() + GUEST_BROWSER_DAYS * 86_400_000);

/** @returns undefined for a cookie that this site hasn't made, an old one, and one of a guest who was forgotten or erased */
export const findByBrowser = (ctx: Context, token: string): Promise<Guest | undefined> =>
  findByToken(ctx, "guest browser", token);

export const erasePath = async (ctx: Context, guest: Named): Promise<string> =>
  routes.eraseGuest(await tokenFor(ctx, "guest link", guest, ctx.clock.now().getTime() + ERASE_LINK_HOURS * 3_600_000));

/** @throws DomainError guest_link */
export async function findByEraseLink(ctx: Context, token: string): Promise<Guest> {
  const guest = await findByToken(ctx, "guest link", token);
  if (!guest) throw unknownLink();
  return guest;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

export const confirmPath = ({ id, link_key }: { id: string; link_key: string }): string =>
  routes.confirmComment(`${id}.${link_key}`);

/** @param lock until the transaction ends @throws DomainError guest_link also once it is confirmed */
export async function findUnconfirmed(db: Db, token: string, { lock = false } = {}) {
  const [id = "", key = "", ...rest] = token.split(".");
  const query = db
    .selectFrom("unconfirmed_comments")
    .innerJoin("posts", "posts.id", "unconfirmed_comments.post_id")
    .selectAll("unconfirmed_comments")
    .select(["posts.title", "posts.slug"])
    .where("unconfirmed_comments.id", "=", id);
  const row = UUID.test(id) ? await (lock ? query.forUpdate("unconfirmed_comments") : query).executeTakeFirst() : undefined;
  const isRight = timingSafeEqual(digest(row?.link_key ?? ""), digest(key)) && rest.length === 0;
  if (!row || !isRight) throw unknownLink();
  return row;
}
