import { z } from "zod";
import { plainEmail } from "../auth/auth-rules.ts";
import { checkName } from "../name-rules.ts";
import { component, count, EXAMPLE, exampleOf, id, pagedShape } from "../schema-fields.ts";
import { GRANT_MEANINGS, GRANTS } from "./grants/grant-rules.ts";
import { BIO_MAX, FULL_NAME_MAX } from "./user-rules.ts";

const ROLES = ["user", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who works on the site, as others in the back office see them. */
export const person = z.object({
  id: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable().meta({ description: "Null for users who aren’t admins" }),
});

export type Person = z.infer<typeof person>;

/** `invited`: the invitation isn't accepted yet; `inactive` can't sign in. */
export const USER_STATES = ["active", "inactive", "invited"] as const;
export type UserState = (typeof USER_STATES)[number];

/** `-` means descending. */
export const USER_SORTS = [
  "-created_at",
  "created_at",
  "full_name",
  "-full_name",
  "email",
  "-email",
  "-last_sign_in_at",
  "last_sign_in_at",
] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USER_SEARCH_MAX = 200;

export const POSTS_CHOICES = ["keep", "give", "delete"] as const;
export type PostsChoice = { posts: "keep" | "delete" } | { posts: "give"; to: string };

/** Runs the commands; needs no permission. */
export type Operator = { kind: "operator" };
export const OPERATOR: Operator = { kind: "operator" };

export const LAST_ADMIN = "The last active admin can’t be demoted, deactivated or deleted. Make someone else an admin first.";
export const USER_MESSAGES = {
  nameRequired: "Full name is required",
  emailRequired: "Email is required",
  emailFormat: "Enter an email address like name@example.com",
  taken: "A user with this email address already exists",
  notInvited: "This user has already accepted an invitation, or never needed one.",
  deactivated: "Reactivate this user before you invite them.",
  newAuthor: "Choose an active user who may write",
} as const;

const EMAIL_MAX = 320;

export const userFields = z.strictObject({
  full_name: z
    .string(USER_MESSAGES.nameRequired)
    .trim()
    .min(1, USER_MESSAGES.nameRequired)
    .max(FULL_NAME_MAX, `Full name must have at most ${FULL_NAME_MAX} characters`)
    .refine((name) => name.isWellFormed(), "Full name must be text")
    .superRefine(checkName("Full name ")),
  email: z
    .string(USER_MESSAGES.emailRequired)
    .trim()
    .min(1, USER_MESSAGES.emailRequired)
    .max(EMAIL_MAX, `Email must have at most ${EMAIL_MAX} characters`)
    .overwrite(plainEmail)
    .pipe(z.email(USER_MESSAGES.emailFormat)),
  role: z.enum(ROLES, "Role must be user or admin"),
  is_active: z.boolean("must be true or false"),
  bio: z
    .string("Bio must be text")
    .trim()
    .max(BIO_MAX, `Bio must have at most ${BIO_MAX} characters`)
    .refine((text) => text.isWellFormed() && !text.includes("\0"), "Bio must be text"),
});

const grants = z
  .array(z.enum(GRANTS, `must be one of ${GRANTS.join(", ")}`), "must be a list of grants")
  .describe(
    `What the user may do in the back office without being an admin. They add up. ${GRANTS.map((grant) => `\`${grant}\`: ${GRANT_MEANINGS[grant]}`).join(". ")}`,
  );

export const grantsInput = z.strictObject({
  grants: grants.refine((named) => new Set(named).size === named.length, "must name each grant once"),
});

export const newUser = userFields.pick({ full_name: true, email: true, role: true }).extend(grantsInput.partial().shape);
export type NewUser = z.infer<typeof newUser>;

const hasChange = (change: object) => Object.values(change).some((value) => value !== undefined);

export const userChange = userFields
  .omit({ email: true })
  .extend({ is_confirmed: z.literal(true, "must be true").describe("Confirms the email address on behalf of its owner") })
  .partial()
  .refine(hasChange, "Say what to change: role, is_active, is_confirmed, full_name or bio");
export type UserChange = z.infer<typeof userChange>;

/** Trimmed; null if empty. */
export const ownName = z
  .string("must be text or null")
  .trim()
  .max(FULL_NAME_MAX, `must have at most ${FULL_NAME_MAX} characters`)
  .refine((name) => name.isWellFormed(), "must be a single line of text")
  .superRefine(checkName())
  .transform((name) => name || null)
  .nullable()
  .meta({ type: ["string", "null"], maxLength: FULL_NAME_MAX, description: "The name that others see; null for none" });

export const profileChange = z
  .strictObject({ full_name: ownName.optional(), bio: userFields.shape.bio.optional() })
  .refine(hasChange, "Say what to change: full_name or bio");
export type ProfileChange = z.infer<typeof profileChange>;

const date = z.string().meta({ format: "date-time" });
const dateOrNone = z.string().nullable().meta({ format: "date-time", description: "ISO 8601 in UTC" });
const bio = z.string().describe("Shown under the articles of an author");

/** Specification, section 7, and the grants. */
export const profile = component(
  "Profile",
  z.object({ id, email: z.string(), full_name: z.string().nullable(), role: z.enum(ROLES), grants }),
  { id: EXAMPLE.id, email: "ada@blog.example", full_name: "Ada Lovelace", role: "user", grants: [] },
);
export type Profile = z.infer<typeof profile>;

const ownFields = z.object({
  bio,
  email_confirmed_at: dateOrNone,
  pending_email: z.string().nullable().describe("A new email address that waits to be confirmed"),
  created_at: date,
  last_sign_in_at: dateOrNone,
  has_password: z.boolean().describe("False for users who only sign in by mailed links"),
});

export const account = component(
  "Account",
  profile.extend(ownFields.shape),
  {
    ...exampleOf(profile),
    bio: "Writes about habits.",
    email_confirmed_at: EXAMPLE.date,
    pending_email: null,
    created_at: EXAMPLE.date,
    last_sign_in_at: EXAMPLE.date,
    has_password: true,
  },
  profile,
);
export type Account = z.infer<typeof account>;

export const adminUser = component(
  "AdminUser",
  profile.extend({
    bio,
    is_active: z
      .boolean()
      .describe("Whether the user may sign in, once they have accepted the invitation or confirmed their email address"),
    is_confirmed: z.boolean().describe("Whether the email address is confirmed; until then, the user can’t sign in"),
    has_second_step: z.boolean().describe("Whether the user has two-step sign-in or a passkey"),
    state: z.enum(USER_STATES).describe("`invited`: hasn’t accepted the invitation yet; `inactive`: deactivated, can’t sign in"),
    created_at: date,
    last_sign_in_at: date.nullable(),
    posts_count: count.describe(
      "Articles of every status of which the user is the first author: those that deleting the user is about",
    ),
    comments_count: count.describe("Comments of every status"),
    comment_ban: z
      .object({ id, ends_at: date.nullable().describe("null: for good") })
      .nullable()
      .describe("null: the user may comment"),
    invited_until: date.nullable().describe("When an invited user’s invitation expires; null if it was revoked or has expired"),
  }),
  {
    ...exampleOf(profile),
    bio: "",
    is_active: true,
    is_confirmed: true,
    has_second_step: false,
    state: "active",
    created_at: EXAMPLE.date,
    last_sign_in_at: EXAMPLE.date,
    posts_count: 3,
    comments_count: 12,
    comment_ban: null,
    invited_until: null,
  },
);
export type AdminUser = z.infer<typeof adminUser>;

export const userCounts = component(
  "UserCounts",
  z
    .object({
      total: count,
      admins: count,
      active: count,
      inactive: count,
      invited: count,
      new_this_month: count.describe("Since the month began in the site’s time zone"),
      active_admins: count.describe("Admins who can sign in; the last one can’t be removed"),
    })
    .describe("Counts of all users, regardless of the list’s filters"),
  { total: 1, admins: 0, active: 1, inactive: 0, invited: 0, new_this_month: 1, active_admins: 0 },
);
export type UserCounts = z.infer<typeof userCounts>;

export const usersPage = component("AdminUserPage", pagedShape(adminUser).extend({ counts: userCounts }));
export type UsersPage = z.infer<typeof usersPage>;

export const invitationLink = component(
  "InvitationLink",
  z.object({
    link: z.string().describe("The link of the invitation. It is returned once: only its hash is stored."),
    expires_at: date,
    mailed: z.boolean().describe("Whether it is mailed, too"),
  }),
  { link: "https://blog.example/confirm?token_hash=8c1f0d&type=invite", expires_at: EXAMPLE.date, mailed: true },
);
export type InvitationLink = z.infer<typeof invitationLink>;
