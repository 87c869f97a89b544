import { isTrusted, mayEnterBackOffice, type PolicyActor, personOf } from "./back-office.policy.ts";

/** Somebody who is signed in. */
type Person = NonNullable<ReturnType<typeof personOf>>;

/** Who may use an ability at all, whatever they use it on. */
type Audience = "everyone" | "users" | "admins";

/**
 * One thing that can be done. An operation of the API asks `admits` before it looks at the request; the capability asks `allows`
 * once it knows the subject; a page asks the same functions before it shows a button.
 */
export type Ability<Subject = unknown> = {
  audience: Audience;
  /** what a signed-in user outside the audience is told */
  refusal: string;
  /** whether the actor belongs to the audience */
  admits(actor: PolicyActor): boolean;
  /** whether the actor may do it to this subject */
  allows(actor: PolicyActor, subject: Subject): boolean;
};

const isAdmitted: Record<Audience, (actor: PolicyActor) => boolean> = {
  everyone: () => true,
  users: (actor) => isTrusted(actor) || personOf(actor) !== null,
  admins: mayEnterBackOffice,
};

function ability<Subject>(
  audience: Audience,
  options: { refusal?: string; where?: (person: Person, subject: Subject) => boolean } = {},
): Ability<Subject> {
  const { refusal = "Admin privileges required", where = () => true } = options;
  const admits = isAdmitted[audience];
  const allows = (actor: PolicyActor, subject: Subject) => {
    const person = personOf(actor);
    return admits(actor) && (person === null || where(person, subject));
  };
  return { audience, refusal, admits, allows };
}

/** Public: nobody needs an account. */
export const everyone: Ability = /* @__PURE__ */ ability("everyone");

/** Everybody who is signed in. */
export const users: Ability = /* @__PURE__ */ ability("users");

/** Admins, whatever it is done to. */
export const admins: Ability = /* @__PURE__ */ ability("admins");

/** Signed-in users, for the subjects that `where` holds for. */
export const usersWhere = <Subject>(where: (person: Person, subject: Subject) => boolean) => ability("users", { where });

/** Admins, for the subjects that `where` holds for. */
export const adminsWhere = <Subject>(where: (person: Person, subject: Subject) => boolean) => ability("admins", { where });

/** Admins; others are told `refusal`. */
export const adminsOr = (refusal: string): Ability => ability("admins", { refusal });
