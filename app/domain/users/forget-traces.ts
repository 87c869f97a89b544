import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { escapeHtml } from "../mail/compose-mail.ts";

export type Deleted = { id: string; email: string; full_name: string | null; pending_email: string | null };

const GONE = "(deleted account)";

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Also without the name above it in a notification about a new user. The address isn't taken for a part of a longer one. */
function withoutAccount(text: string, email: string): string {
  const whole = `(?<![\\w.+%-])${literal(email)}(?![\\w-]|\\.\\w)`;
  return text
    .replace(new RegExp(`(New user: )[^\\n]*?(?=(</p>\\n<p>|\\n\\n)${whole})`, "gi"), `$1${GONE}`)
    .replace(new RegExp(whole, "gi"), GONE);
}

async function forgetNotices(db: Db, email: string): Promise<void> {
  const mentions = sql<boolean>`position(lower(${email}) in lower(title || ' ' || text)) > 0`;
  for (const { id, kind, title, text } of await db.selectFrom("admin_notices").selectAll().where(mentions).execute()) {
    // A user without a name is named by their address in the title.
    const isAbout = kind === "user" && [text, title.slice(title.indexOf(":") + 2)].some((one) => same(one, email));
    const about = isAbout
      ? { title: `New user: ${GONE}`, text: "" }
      : { title: withoutAccount(title, email), text: withoutAccount(text, email) };
    await db.updateTable("admin_notices").set(about).where("id", "=", id).execute();
  }
  const mails = await db
    .selectFrom("outbox")
    .select(["id", "body_text", "body_html"])
    .where("kind", "=", "admin_notices")
    .where(sql<boolean>`position(lower(${email}) in lower(body_text)) > 0`)
    .execute();
  for (const { id, body_text, body_html } of mails) {
    const texts = { body_text: withoutAccount(body_text, email), body_html: withoutAccount(body_html, escapeHtml(email)) };
    await db.updateTable("outbox").set(texts).where("id", "=", id).execute();
  }
}

/** Mails whose subject and text begin a sentence with a name: what follows it, and who takes its place. */
const NAMING = [
  { kind: "comment_reply", said: "replied to your comment on", instead: "A reader" },
  { kind: "thread_comment", said: "commented on", instead: "A reader" },
  { kind: "handed_in", said: "handed in", instead: "A contributor" },
  { kind: "sent_back", said: "sent", instead: "An editor" },
] as const;

async function forgetName(db: Db, name: string, { kind, said, instead }: (typeof NAMING)[number]): Promise<void> {
  const [before, after] = [`${name} ${said}`, `${instead} ${said}`];
  await db
    .updateTable("outbox")
    .set({
      subject: sql`replace(subject, ${before}, ${after})`,
      body_text: sql`replace(body_text, ${before}, ${after})`,
      body_html: sql`replace(body_html, ${escapeHtml(before)}, ${after})`,
    })
    .where("kind", "=", kind)
    .where(sql<boolean>`starts_with(body_text, ${before})`)
    .execute();
}

/** What was done to the user, and when, stays. */
const forgetEntries = async (db: Db, { id }: Deleted): Promise<void> => {
  await db
    .updateTable("audit_log")
    .set({
      label: GONE,
      actor_email: sql`case when entity = 'account' and actor_id = ${id}::uuid then ${GONE} else actor_email end`,
      before: sql`before - 'email' - 'full_name'`,
      after: sql`after - 'email' - 'full_name' - 'new_addresses'`,
    })
    .where("entity", "in", ["account", "user"])
    .where("entity_id", "=", id)
    // Whom an admin deleted is what that entry is for.
    .where("action", "<>", "deleted")
    .execute();
};

const deleteMailTo = (db: Db, email: string, kind?: string) =>
  db
    .deleteFrom("outbox")
    .where(sql`lower(recipient)`, "=", sql`lower(${email})`)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
    .execute();

/** Mails to the user, notifications about them, their entries in the activity log. In the transaction of the deletion. */
export async function forgetTraces(db: Db, user: Deleted): Promise<void> {
  await deleteMailTo(db, user.email);
  if (user.pending_email) await deleteMailTo(db, user.pending_email, "email_change");
  await forgetNotices(db, user.email);
  if (user.full_name) for (const naming of NAMING) await forgetName(db, user.full_name, naming);
  await forgetEntries(db, user);
}
