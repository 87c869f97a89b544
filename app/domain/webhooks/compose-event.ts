import { sql } from "kysely";
import type { PolicyActor } from "../back-office.policy.ts";
import { readForAdmin } from "../comments/list-comments.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { issueById } from "../newsletter/list-issues.ts";
import { findForEditing } from "../posts/admin-posts.sql.ts";
import { presentForEditing } from "../posts/present-post.ts";
import { everyPost } from "../posts/reach.sql.ts";
import { presentSubscriber, SUBSCRIBER_COLUMNS, type SubscriberRow } from "../subscribers/subscribers.sql.ts";
import { readListed } from "../users/read-user.ts";
import { OPERATOR } from "../users/user.ts";
import { EVENT_BODY_MAX } from "./webhook-rules.ts";

/** Reads everything but addresses. */
const NOBODY: PolicyActor = { kind: "user", id: "", email: "", role: "user", grants: ["editor", "moderator"] };

type Wanted = { id: string; includesAddresses: boolean };

async function readPost({ db }: Context, { id, includesAddresses }: Wanted) {
  const row = await findForEditing(db, id, everyPost);
  return row && presentForEditing(row, includesAddresses ? OPERATOR : NOBODY);
}

async function readComment(ctx: Context, { id, includesAddresses }: Wanted) {
  const [comment] = await readForAdmin(ctx, includesAddresses ? OPERATOR : NOBODY, [id]);
  return comment;
}

async function readUser(ctx: Context, { id, includesAddresses }: Wanted) {
  const user = await readListed(ctx, id);
  return includesAddresses ? user : { ...user, email: null };
}

async function readSubscriber({ db }: Context, { id, includesAddresses }: Wanted) {
  const { rows } = await sql<SubscriberRow>`select ${SUBSCRIBER_COLUMNS} from subscribers where id = ${id}::uuid`.execute(db);
  const subscriber = rows[0] && presentSubscriber(rows[0]);
  return subscriber && (includesAddresses ? subscriber : { ...subscriber, email: null, consent_network: null });
}

const kindOf = (type: string) => type.split(".")[0] ?? "";

const READERS: Record<string, (ctx: Context, wanted: Wanted) => Promise<object | undefined>> = {
  post: readPost,
  comment: readComment,
  user: readUser,
  subscriber: readSubscriber,
  newsletter: (ctx, { id }) => issueById(ctx, id),
};

/** As the API presents it to an admin; undefined when it is gone or in the trash. */
async function readSubject(ctx: Context, type: string, wanted: Wanted): Promise<object | undefined> {
  try {
    return await READERS[kindOf(type)]?.(ctx, wanted);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "not_found") return undefined;
    throw error;
  }
}

export type SubjectReader = typeof readSubject;

/** Reads each subject once, for all webhooks that are told about it. */
export function readOnce(): SubjectReader {
  const known = new Map<string, ReturnType<SubjectReader>>();
  return (ctx, type, wanted) => {
    const key = `${kindOf(type)} ${wanted.id} ${wanted.includesAddresses}`;
    const found = known.get(key) ?? readSubject(ctx, type, wanted);
    known.set(key, found);
    return found;
  };
}

type Told = { id: string; type: string; time: string; data: object };

const sizeOf = (body: object) => Buffer.byteLength(JSON.stringify(body));

/** Shortens the longest text until everything fits; what comes after it is said in `note`. */
function fitted(told: Told, facts: object): string {
  if (sizeOf(told) <= EVENT_BODY_MAX) return JSON.stringify(told);
  const texts = Object.entries(told.data).filter((one): one is [string, string] => typeof one[1] === "string");
  const [name, text] = texts.sort((a, b) => b[1].length - a[1].length)[0] ?? ["", ""];
  const note = `${name} is cut, because an event has at most ${EVENT_BODY_MAX} bytes`;
  const withText = (length: number) => ({ ...told, note, data: { ...told.data, [name]: text.slice(0, length).toWellFormed() } });
  if (sizeOf(withText(0)) > EVENT_BODY_MAX) return JSON.stringify({ ...told, note: "Only what identifies it fits", data: facts });
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (sizeOf(withText(middle)) <= EVENT_BODY_MAX) fits = middle;
    else tooLong = middle;
  }
  return JSON.stringify(withText(fits));
}

export type EventRow = {
  id: string;
  type: string;
  subject_id: string | null;
  facts: object;
  created_at: Date;
  includes_addresses: boolean;
};

/** What is sent: JSON of at most `EVENT_BODY_MAX` bytes. `data` is the subject as it is now, or what identifies it once it is gone. */
export async function composeEvent(ctx: Context, row: EventRow, read: SubjectReader): Promise<string> {
  const { id, type, subject_id, facts, created_at, includes_addresses: includesAddresses } = row;
  const subject = subject_id && (await read(ctx, type, { id: subject_id, includesAddresses }));
  return fitted({ id, type, time: created_at.toISOString(), data: subject || facts }, facts);
}
