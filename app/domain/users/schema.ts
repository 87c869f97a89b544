import { z } from "zod";
import { FULL_NAME_MAX, USER_MESSAGES } from "./model.ts";

const EMAIL_MAX = 320;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Who is to be invited. */
export const newUser = z.strictObject({
  full_name: z
    .string(USER_MESSAGES.nameRequired)
    .trim()
    .min(1, USER_MESSAGES.nameRequired)
    .max(FULL_NAME_MAX, `Full name must have at most ${FULL_NAME_MAX} characters`)
    .refine((name) => name.isWellFormed() && !CONTROL.test(name), "Full name must be a single line of text"),
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
  })
  .refine(({ role, is_active }) => role !== undefined || is_active !== undefined, "Say what to change: role or is_active");
export type UserChange = z.output<typeof userChange>;
