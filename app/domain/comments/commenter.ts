import { type RawBuilder, sql } from "kysely";
import type { SignedIn } from "../authorize.ts";
import { type Reach, reachOf } from "../posts/reach.sql.ts";
import { commentPolicy, guestMay } from "./comment.policy.ts";

/** They comment without an account and have confirmed their email address by a mailed link. */
export type Guest = { kind: "guest"; id: string; name: string; email: string };

/** Somebody who writes comments. */
export type Commenter = SignedIn | Guest;

/** What a comment says about its writer. */
export const writerColumns = (who: Commenter) =>
  who.kind === "guest" ? { guest_id: who.id, guest_name: who.name } : { author_id: who.id };

/** Whether a comment `c` is theirs. */
export const isWrittenBy = (who: Commenter): RawBuilder<boolean> =>
  who.kind === "guest" ? sql`c.guest_id = ${who.id}` : sql`c.author_id = ${who.id}`;

/** The posts on which their comments need no approval. */
export const staffReach = (who: Commenter): Reach => reachOf(who.kind === "guest" ? null : who, commentPolicy.skipApproval);

/** For those who moderate. */
export const nameForTeam = (who: Commenter): string => (who.kind === "guest" ? `${who.name} (guest)` : who.email);

type Change = Parameters<typeof guestMay.edit>[1];

export const mayEdit = (who: Commenter, comment: Change): boolean =>
  who.kind === "guest" ? guestMay.edit(who, comment) : commentPolicy.edit.allows(who, comment);

export const mayDelete = (who: Commenter, comment: Omit<Change, "status">): boolean =>
  who.kind === "guest" ? guestMay.deleteOwn(who, comment) : commentPolicy.deleteOwn.allows(who, comment);
