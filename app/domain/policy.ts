import { isTrusted, mayEnterBackOffice, type PolicyActor, personOf } from "./back-office.policy.ts";

type Person = NonNullable<ReturnType<typeof personOf>>;

type Audience = "everyone" | "users" | "admins";

/**
 * One thing that can be done. An operation of the API calls `admits` before it reads the request; a capability calls `allows` once it
 * knows the subject; a page calls the same functions before it shows a button.
 */
export type Ability<Subject = unknown> = {
  audience: Audience;
  /** the error message for signed-in users outside the audience */
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

export const everyone: Ability = /* @__PURE__ */ ability("everyone");

export const users: Ability = /* @__PURE__ */ ability("users");

export const admins: Ability = /* @__PURE__ */ ability("admins");

/** Signed-in users, for subjects that match `where`. */
export const usersWhere = <Subject>(where: (person: Person, subject: Subject) => boolean) => ability("users", { where });

/** Admins, for subjects that match `where`. */
export const adminsWhere = <Subject>(where: (person: Person, subject: Subject) => boolean) => ability("admins", { where });

/** Admins; others get `refusal` as the error message. */
export const adminsOr = (refusal: string): Ability => ability("admins", { refusal });
