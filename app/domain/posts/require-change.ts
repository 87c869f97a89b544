import { isDeepStrictEqual } from "node:util";
import type { PolicyActor } from "../back-office.policy.ts";
import { DomainError, type FieldError, forbidden, missingScope } from "../errors.ts";
import { type Ability, publishers } from "../policy.ts";
import type { EditRow } from "./admin-posts.sql.ts";
import { POST_MESSAGES } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { EMPTY_POST, type PostFields } from "./post.ts";
import type { PostStatus } from "./post-rules.ts";

/** @throws DomainError `handed_in` until an editor has decided, except for those who publish */
function requireNotHandedIn(actor: PolicyActor, { handed_in_at }: { handed_in_at: Date | null }): void {
  if (handed_in_at && !postPolicy.publish.admits(actor)) throw new DomainError("conflict", "handed_in", POST_MESSAGES.handedIn);
}

/** To a token whose owner may publish, the scope is what is missing. */
const refusal = (actor: PolicyActor, rule: string, details?: FieldError[]): DomainError =>
  publishers.admits(actor) && !postPolicy.publish.admits(actor) ? missingScope("posts:publish") : forbidden(rule, details);

type Standing = { status: PostStatus; plan_at: Date | null; handed_in_at: Date | null };

/** @throws DomainError `forbidden`, or `missing_scope`, if only those who publish may change the post now; `handed_in` */
export function requireChangeable(
  actor: PolicyActor,
  post: Standing,
  ability: Pick<Ability<{ status: PostStatus; planned: unknown }>, "allows"> = postPolicy.update,
): void {
  requireNotHandedIn(actor, post);
  const { status, plan_at } = post;
  if (!ability.allows(actor, { status, planned: plan_at })) throw refusal(actor, POST_MESSAGES.changeRefused);
}

const hasPublicVersions = ({ translations }: Pick<EditRow, "translations">): boolean =>
  translations.some(({ status }) => status !== "draft");

/** A translation that joins a post changes it, and its other translations. @throws DomainError as `requireChangeable` */
export function requireGroupChangeable(actor: PolicyActor, post: Standing & Pick<EditRow, "translations">): void {
  requireChangeable(actor, post);
  if (hasPublicVersions(post) && !postPolicy.publish.admits(actor)) throw refusal(actor, POST_MESSAGES.changeRefused);
}

/** @throws DomainError `forbidden`, or `missing_scope`, for another language of a post that has versions which were published */
export function requireLanguageKept(
  actor: PolicyActor,
  before: Pick<EditRow, "language" | "translations">,
  language: PostFields["language"] | undefined,
): void {
  if (language === undefined || language === before.language || !hasPublicVersions(before)) return;
  const rule = POST_MESSAGES.languageRefused;
  if (!postPolicy.publish.admits(actor)) throw refusal(actor, rule, [{ field: "language", rule }]);
}

const refusedAt = (field: string, rule: string): DomainError => forbidden(rule, [{ field, rule }]);

/** @param before what may stay @throws DomainError `forbidden`, which names the field; `missing_scope` */
export function requirePermitted(
  actor: PolicyActor,
  changes: { status?: PostStatus | undefined } & Partial<Pick<PostFields, "featured" | "kind">>,
  before: Pick<PostFields, "featured" | "kind"> = EMPTY_POST,
): void {
  const { status = "draft", featured = before.featured, kind = before.kind } = changes;
  if (status !== "draft" && !postPolicy.publish.admits(actor)) {
    const rule = POST_MESSAGES.publishRefused;
    throw refusal(actor, rule, [{ field: "status", rule }]);
  }
  if (postPolicy.editAny.admits(actor)) return;
  if (featured !== before.featured) throw refusedAt("featured", POST_MESSAGES.featuredRefused);
  if (kind !== before.kind) throw refusedAt("kind", POST_MESSAGES.pageRefused);
}

/** @throws DomainError `forbidden` */
export function requireAuthorsUnchanged(
  actor: PolicyActor,
  before: Pick<EditRow, "author_id" | "coauthors">,
  { author_id, coauthors }: { author_id?: string | null | undefined; coauthors?: string[] | undefined },
): void {
  if (postPolicy.editAny.admits(actor)) return;
  if (author_id !== undefined && author_id !== before.author_id) throw refusedAt("author_id", POST_MESSAGES.authorRefused);
  const ids = before.coauthors.map(({ id }) => id);
  if (coauthors && !isDeepStrictEqual(coauthors, ids)) throw refusedAt("coauthors", POST_MESSAGES.authorRefused);
}
