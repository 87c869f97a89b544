import type { Insertable, Kysely, Selectable } from "kysely";
import type { Context } from "../app/domain/context.ts";
import type { Grant } from "../app/domain/users/grants/grant-rules.ts";
import { systemClock, systemRandom } from "../app/platform/clock.ts";
import { createLog } from "../app/platform/log.ts";
import type { DB } from "../db/schema.gen.ts";

type Db = Kysely<DB>;

let count = 0;
const next = () => ++count;

/** A user who may write; every column can be overridden. */
export function buildUser(db: Db, values: Partial<Insertable<DB["users"]>> = {}): Promise<Selectable<DB["users"]>> {
  const n = next();
  return db
    .insertInto("users")
    .values({ email: `author-${n}@blog.example`, full_name: `Author ${n}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function buildGrants(db: Db, user_id: string, grants: Grant[]): Promise<void> {
  for (const grant of grants) await db.insertInto("grants").values({ user_id, grant, given_at: new Date() }).execute();
}

/** A category; every column can be overridden. */
export function buildCategory(db: Db, values: Partial<Insertable<DB["categories"]>> = {}): Promise<Selectable<DB["categories"]>> {
  const n = next();
  return db
    .insertInto("categories")
    .values({ name: `Category ${n}`, slug: `category-${n}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A tag; every column can be overridden. */
export function buildTag(db: Db, values: Partial<Insertable<DB["tags"]>> = {}): Promise<Selectable<DB["tags"]>> {
  const n = next();
  return db
    .insertInto("tags")
    .values({ name: `Tag ${n}`, slug: `tag-${n}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * A published article, each one a minute newer than the previous one; every column can be overridden. `headings` is given as
 * JSON text, `tags` as ids.
 */
export async function buildPost(
  db: Db,
  { tags = [], ...values }: Partial<Insertable<DB["posts"]>> & { tags?: string[] } = {},
): Promise<Selectable<DB["posts"]>> {
  const n = next();
  const text = values.content_text ?? `The text of article ${n}.`;
  const published = (values.status ?? "published") === "published";
  const post = await db
    .insertInto("posts")
    .values({
      title: `Article ${n}`,
      slug: `article-${n}`,
      description: `What article ${n} is about.`,
      excerpt: `In short, article ${n}.`,
      content: `<p>${text}</p>`,
      content_html: `<p>${text}</p>`,
      content_text: text,
      status: "published",
      published_at: published ? new Date(Date.UTC(2025, 0, 1) + n * 60_000) : null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (tags.length > 0) {
    await db
      .insertInto("posts_tags")
      .values(tags.map((tag_id) => ({ post_id: post.id, tag_id })))
      .execute();
  }
  return post;
}

/** A reader session that no other test has. */
/** Confirmed, unless the values say otherwise. */
export function buildSubscriber(
  db: Db,
  values: Partial<Insertable<DB["subscribers"]>> = {},
): Promise<Selectable<DB["subscribers"]>> {
  const now = new Date();
  const consent = { source: "form", consent_text: "Send me new articles by email.", consent_at: now };
  return db
    .insertInto("subscribers")
    .values({ email: `subscriber-${next()}@blog.example`, state: "confirmed", confirmed_at: now, ...consent, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const buildSession = (): string => systemRandom.hex(16);

/** The context of capabilities, with a log that prints nothing; parts can be overridden. */
export function buildContext(db: Db, parts: Partial<Context> = {}): Context {
  return { db, clock: systemClock, random: systemRandom, log: createLog({ level: "silent" }), ...parts };
}

/** A clock that stands still until it is moved. */
export function buildClock(start: Date = new Date(Date.UTC(2026, 0, 1))): { now(): Date; forward(ms: number): void } {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    forward: (ms) => {
      time += ms;
    },
  };
}
