import { sql } from "kysely";
import { browserFamily, nameFamily } from "../../platform/browser-family.ts";
import type { Db } from "../../platform/database/db.ts";
import { shortenAddress } from "../../platform/ip-address.ts";
import type { SessionMeta } from "../auth/auth-rules.ts";
import type { Context } from "../context.ts";
import { AUDIT_ACCOUNT_DAYS } from "./audit.ts";
import { type AuditActor, recordAudit } from "./record-audit.ts";

type AccountAction =
  | "signed in"
  | "sign-in failed"
  | "recovery requested"
  | "recovery used"
  | "password changed"
  | "email changed"
  | "factor added"
  | "factor removed"
  | "recovery codes made"
  | "recovery codes removed"
  | "recovery code used"
  | "passkey added"
  | "passkey removed";

type AuditedAccount = { id: string; email: string; role: string };

/** `to`: the new email address; `typed`: an email address without an account. */
export type AccountEvent = {
  action: AccountAction;
  /** null: no account has the typed email address */
  account: AuditedAccount | null;
  meta: Pick<SessionMeta, "address" | "userAgent">;
  detail?: { method?: string; to?: string; typed?: string };
};

/** ms in which events of the same kind about an account share an entry, so that nobody can flood the log */
const ONE_ENTRY_MS = 3_600_000;
const LISTED_MAX = 10;
const UNKNOWN = { id: "unknown", label: "(unknown addresses)" };

/** `a…@mail.example`: people sometimes type their password into the wrong field. */
function shortenTyped(typed: string): string {
  const at = typed.lastIndexOf("@");
  const domain = at > 0 ? typed.slice(at, at + 60) : "";
  return `${[...typed.trim()][0] ?? ""}…${domain}`;
}

const added = (list: unknown, one: string | null | undefined): string[] => {
  const known = Array.isArray(list) ? (list as string[]) : [];
  return !one || known.includes(one) || known.length >= LISTED_MAX ? known : [...known, one];
};

const amendAfter = (db: Db, id: number, after: object) =>
  db
    .updateTable("audit_log")
    .set({ after: JSON.stringify(after) })
    .where("id", "=", id)
    .execute();

/**
 * With the network (never the IP address) and the browser. Events of one account within an hour are one entry; so are all attempts on
 * unknown accounts. In the transaction of `ctx.db`, or in one of its own.
 */
export async function recordAccount(ctx: Context, event: AccountEvent): Promise<void> {
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => recordAccount({ ...ctx, db }, event));
  const { action, account, meta, detail = {} } = event;
  const entityId = account?.id ?? UNKNOWN.id;
  await sql`select pg_advisory_xact_lock(hashtext(${`account ${action} ${entityId}`}))`.execute(ctx.db);
  const now = ctx.clock.now();
  const known = await ctx.db
    .selectFrom("audit_log")
    .select(["id", "after"])
    .where("entity", "=", "account")
    .where("entity_id", "=", entityId)
    .where("action", "=", action)
    .where("at", ">", new Date(now.getTime() - ONE_ENTRY_MS))
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  const before = (known?.after ?? {}) as Record<string, unknown>;
  const listed = {
    networks: added(before.networks, shortenAddress(meta.address)),
    browsers: added(before.browsers, nameFamily(browserFamily(meta.userAgent))),
    ways: added(before.ways, detail.method),
    new_addresses: added(before.new_addresses, detail.to),
    addresses: added(before.addresses, detail.typed === undefined ? null : shortenTyped(detail.typed)),
  };
  const after = {
    times: Number(before.times ?? 0) + 1,
    last: now.toISOString(),
    ...Object.fromEntries(Object.entries(listed).filter(([, list]) => list.length > 0)),
  };
  if (known) return void (await amendAfter(ctx.db, known.id, after));
  const entry = { action, entity: "account", entityId, label: account?.email ?? UNKNOWN.label, before: null, after } as const;
  await recordAudit(ctx, actorOf(event), entry);
}

/** Readers share one name, which keeps the filter by actor short. */
function actorOf({ action, account }: AccountEvent): AuditActor {
  if (!account || action === "sign-in failed" || action === "recovery requested") return { kind: "anonymous" };
  if (account.role !== "admin") return { kind: "reader" };
  return { kind: "user", id: account.id, email: account.email, role: "admin", sessionId: "" };
}

const deleteAccountEntries = (db: Db, days: number) =>
  db
    .deleteFrom("audit_log")
    .where("entity", "=", "account")
    .where("at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();

export const forgetAccountEntries = async ({ db }: Context): Promise<void> =>
  void (await deleteAccountEntries(db, AUDIT_ACCOUNT_DAYS));
