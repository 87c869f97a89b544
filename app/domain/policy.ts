import { hasGrant, isAdmin, isTrusted, mayEnterBackOffice, type PolicyActor, personOf, WRITERS } from "./back-office.policy.ts";
import type { Scope } from "./tokens/token-rules.ts";
import { GRANTS, type Grant } from "./users/grants/grant-rules.ts";

type Person = NonNullable<ReturnType<typeof personOf>>;

/** The audiences of the back office: admins, and users with one of these grants. */
const TEAM = {
  admins: [],
  editors: ["editor"],
  /** of their own posts, unless they are editors */
  publishers: ["author", "editor"],
  writers: WRITERS,
  /** authors: on their own posts */
  moderators: ["author", "moderator"],
  /** of everybody's posts */
  siteModerators: ["moderator"],
  team: GRANTS,
} as const satisfies Record<string, readonly Grant[]>;

type TeamAudience = keyof typeof TEAM;
type Audience = "everyone" | "users" | TeamAudience;

/** API operations call `admits` before reading the request, capabilities `allows` once they know the subject; pages call both. */
export type Ability<Subject = unknown> = {
  audience: Audience;
  refusal: string;
  admits(actor: PolicyActor): boolean;
  allows(actor: PolicyActor, subject: Subject): boolean;
  /** everybody's posts, with all that belongs to them, not only those of the actor */
  coversAll(actor: PolicyActor): boolean;
};

const isOfTeam = (audience: Audience): audience is TeamAudience => audience in TEAM;

/** Its operations stand under `/api/admin`, and may need a second step. */
export const isOfBackOffice = ({ audience }: Pick<Ability, "audience">): boolean => isOfTeam(audience);

function isAdmitted(audience: Audience, actor: PolicyActor): boolean {
  if (audience === "everyone") return true;
  if (audience === "users") return isTrusted(actor) || personOf(actor) !== null;
  if (audience === "team") return mayEnterBackOffice(actor);
  return isAdmin(actor) || hasGrant(actor, ...TEAM[audience]);
}

/** The other grants are for one's own posts. */
const FOR_ALL_POSTS: readonly Grant[] = ["editor", "moderator"];

function isForAll(audience: Audience, actor: PolicyActor): boolean {
  const grants: readonly Grant[] = isOfTeam(audience) ? TEAM[audience] : [];
  return isAdmin(actor) || hasGrant(actor, ...grants.filter((grant) => FOR_ALL_POSTS.includes(grant)));
}

const refusalOf = (audience: Audience): string =>
  isOfTeam(audience) && TEAM[audience].length > 0
    ? `Admin privileges or a grant required: ${TEAM[audience].join(", ")}`
    : "Admin privileges required";

function ability<Subject>(
  audience: Audience,
  options: { refusal?: string; where?: (person: Person, subject: Subject) => boolean } = {},
): Ability<Subject> {
  const { refusal = refusalOf(audience), where = () => true } = options;
  const admits = (actor: PolicyActor) => isAdmitted(audience, actor);
  const allows = (actor: PolicyActor, subject: Subject) => {
    const person = personOf(actor);
    return admits(actor) && (person === null || where(person, subject));
  };
  return { audience, refusal, admits, allows, coversAll: (actor) => isForAll(audience, actor) };
}

/** Any of them admits a user who isn’t an admin. */
export const grantsOf = ({ audience }: Pick<Ability, "audience">): readonly Grant[] => (isOfTeam(audience) ? TEAM[audience] : []);

export const everyone: Ability = /* @__PURE__ */ ability("everyone");
export const users: Ability = /* @__PURE__ */ ability("users");
export const team: Ability = /* @__PURE__ */ ability("team");
export const publishers: Ability = /* @__PURE__ */ ability("publishers");
export const writers: Ability = /* @__PURE__ */ ability("writers");
export const moderators: Ability = /* @__PURE__ */ ability("moderators");
export const siteModerators: Ability = /* @__PURE__ */ ability("siteModerators");
export const editors: Ability = /* @__PURE__ */ ability("editors");
export const admins: Ability = /* @__PURE__ */ ability("admins");

/** The same audience, but only for some subjects. */
export const only = <Subject>({ audience, refusal }: Ability, where: (person: Person, subject: Subject) => boolean) =>
  ability(audience, { refusal, where });

/** An API token may do what its scopes name, and a session everything. */
export const hasScope = (actor: PolicyActor, scope: Scope): boolean => personOf(actor)?.token?.scopes.includes(scope) ?? true;

/** The same audience, but tokens need the scope. */
export const scoped = (wanted: Ability, scope: Scope): Ability => ({
  ...wanted,
  admits: (actor) => hasScope(actor, scope) && wanted.admits(actor),
  allows: (actor, subject) => hasScope(actor, scope) && wanted.allows(actor, subject),
});

/** Others get `refusal` as the error message. */
export const refusing = ({ audience }: Ability, refusal: string): Ability => ability(audience, { refusal });
