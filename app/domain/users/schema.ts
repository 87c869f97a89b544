import { z } from "zod";
import { BIO_MAX, FULL_NAME_MAX, USER_MESSAGES } from "./model.ts";

const EMAIL_MAX = 320;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const fullName = z
  .string(USER_MESSAGES.nameRequired)
  .trim()
  .min(1, USER_MESSAGES.nameRequired)
  .max(FULL_NAME_MAX, `Full name must have at most ${FULL_NAME_MAX} characters`)
  .refine((name) => name.isWellFormed() && !CONTROL.test(name), "Full name must be a single line of text");

/** The text about an author: trimmed, of one or several lines. */
export const bio = z
  .string("Bio must be text")
  .trim()
  .max(BIO_MAX, `Bio must have at most ${BIO_MAX} characters`)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "Bio must be text");

/** Who is to be invited. */
export const newUser = z.strictObject({
  full_name: fullName,
  email: z
    .string(USER_MESSAGES.emailRequired)
    .trim()
    .min(1, USER_MESSAGES.emailRequired)
    .max(EMAIL_MAX, `Email must have at most ${EMAIL_MAX} characters`)
    .pipe(z.email(USER_MESSAGES.emailFormat)),
  role: z.enum(["user", "admin"], "Role must be user or admin"),
});
export type NewUser = z.output<typeof newUser>;

/** What an admin changes of somebody. */
export const userChange = z
  .strictObject({
    role: z.enum(["user", "admin"], "Role must be user or admin").optional(),
    is_active: z.boolean("must be true or false").optional(),
    full_name: fullName.optional(),
    bio: bio.optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    "Say what to change: role, is_active, full_name or bio",
  );
export type UserChange = z.output<typeof userChange>;
