import { isTrusted, mayEnterBackOffice, type PolicyActor, personOf } from "./back-office.policy.ts";

type Person = NonNullable<ReturnType<typeof personOf>>;

type Audience = "everyone" | "users" | "admins";

/** API operations call `admits` before reading the request, capabilities `allows` once they know the subject; pages call both. */
export type Ability<Subject = unknown> = {
  audience: Audience;
  refusal: string;
  admits(actor: PolicyActor): boolean;
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

export const usersWhere = <Subject>(where: (person: Person, subject: Subject) => boolean) => ability("users", { where });

export const adminsWhere = <Subject>(where: (person: Person, subject: Subject) => boolean) => ability("admins", { where });

/** Others get `refusal` as the error message. */
export const adminsOr = (refusal: string): Ability => ability("admins", { refusal });
