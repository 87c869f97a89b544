import { exclusively } from "../../platform/database/exclusive.ts";
import { routes } from "../../routes.ts";
import { recordAudit } from "../audit/recording.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { requireAdmin } from "../require-admin.ts";
import {
  REDIRECT_MESSAGES,
  REDIRECT_PATH_MAX,
  REDIRECTS_MAX,
  type Redirect,
  readableAddress,
  type SiteAddress,
  siteAddress,
} from "./model.ts";
import { presentRedirect } from "./presenting.ts";
import * as queries from "./queries.ts";
import type { NewRedirect } from "./schema.ts";
import { isOwn, isStanding, storyNamed } from "./site-pages.ts";

type Db = Context["db"];
type Message = keyof typeof REDIRECT_MESSAGES;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const broken = (field: keyof NewRedirect, message: Message) =>
  invalid("Some of the input can't be taken", [{ field, rule: REDIRECT_MESSAGES[message] }]);

/** The current slug of the article at a path, if there is one. */
async function articleAt(db: Db, path: string): Promise<string | undefined> {
  const named = storyNamed(path);
  return named === null ? undefined : queries.currentSlug(db, named, UUID.test(named) ? named : null);
}

/** The path that is to lead elsewhere. @throws DomainError `invalid_input` when something is there already */
async function emptyPath(db: Db, raw: string): Promise<string> {
  const path = siteAddress(raw)?.path;
  if (path === undefined || path.length > REDIRECT_PATH_MAX) throw broken("from_path", path ? "fromLong" : "fromPath");
  if (isStanding(path) || (await articleAt(db, path))) throw broken("from_path", "fromPage");
  if (isOwn(path)) throw broken("from_path", "fromOwn");
  return path;
}

/** The address of a page, without detours: neither another redirect's nor an article's former one. */
async function straightAddress(db: Db, { path, rest }: SiteAddress): Promise<string | undefined> {
  if (isStanding(path)) return path + rest;
  const slug = await articleAt(db, path);
  return slug === undefined ? queries.targetOf(db, path) : routes.story(slug) + rest;
}

/** Where it is to lead. @throws DomainError `invalid_input` when that is nowhere, or back to `from` */
async function targetFrom(db: Db, from: string, raw: string): Promise<string> {
  const address = siteAddress(raw);
  if (!address) throw broken("to_path", "toPath");
  if (address.path === from) throw broken("to_path", "loop");
  const target = await straightAddress(db, address);
  if (target === undefined) throw broken("to_path", "toMissing");
  if (target.length > REDIRECT_PATH_MAX) throw broken("to_path", "toLong");
  if (siteAddress(target)?.path === from) throw broken("to_path", "loop");
  return target;
}

/**
 * Lets an address without a page lead to one that has one. There are no chains: what leads to another redirect is led to its end,
 * and what led here is led on at once.
 * @returns the redirect as it is stored, its addresses percent-encoded
 * @throws DomainError `forbidden`; `invalid_input` with the field and its rule; 23505 when the address leads somewhere already
 */
export async function createRedirect(ctx: Context, actor: Actor, input: NewRedirect): Promise<Redirect> {
  requireAdmin(actor);
  return exclusively(ctx.db, "redirects", async (db) => {
    const from_path = await emptyPath(db, input.from_path);
    if (await queries.targetOf(db, from_path)) {
      throw duplicate(`There is already a redirect from ${readableAddress(from_path)}`);
    }
    const to_path = await targetFrom(db, from_path, input.to_path);
    if ((await queries.countRedirects(db)) >= REDIRECTS_MAX) throw broken("from_path", "full");
    const id = await queries.insertRedirect(db, { from_path, to_path, created_by: actor.id, created_at: ctx.clock.now() });
    const shortened = await queries.shortenChains(db, from_path, to_path);
    const entry = { action: "created", entity: "redirect", entityId: id, label: readableAddress(from_path) } as const;
    const after = { from_path, to_path, ...(shortened > 0 && { redirects_led_on: shortened }) };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after });
    const row = await queries.findRedirect(db, id);
    if (!row) throw notFound("Redirect");
    return presentRedirect(row);
  });
}
