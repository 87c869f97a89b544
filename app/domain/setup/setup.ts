import { z } from "zod";
import { READY_LOOK_NAMES, READY_LOOKS } from "../appearance/ready-look-rules.ts";
import { EMAIL_MAX, FULL_NAME_MAX, MESSAGES } from "../auth/auth-rules.ts";
import { CATEGORY_LIMITS } from "../categories/category-rules.ts";
import { LANGUAGES, languageName } from "../settings/language-rules.ts";
import { SETTINGS, settingsInput } from "../settings/settings.ts";
import { text } from "../settings/site-content.ts";
import { timezoneChoices } from "../settings/timezone-rules.ts";
import { SETUP_STARTS } from "./setup-rules.ts";

export const SETUP_FIELDS = [
  "site_name",
  "site_description",
  "full_name",
  "email",
  "password",
  "repeated",
  "timezone",
  "language",
  "date_format",
  "look",
  "start",
  "categories",
] as const;
export type SetupField = (typeof SETUP_FIELDS)[number];

const CATEGORIES_MAX = 12;

/** A name that comes twice counts once. */
const namesIn = (typed: string): string[] => {
  const names = typed.split(/[,،]/).map((name) => name.trim());
  return names.filter((name, at) => name && names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === at);
};
const categoryName = text("A category", CATEGORY_LIMITS.name);

/** Names between commas, Arabic ones, too. */
const categoryNames = z
  .string("Categories must be text")
  .superRefine((typed, { addIssue }) => {
    const names = namesIn(typed);
    const fault = names.map((name) => categoryName.safeParse(name).error?.issues[0]?.message).find((message) => message);
    if (names.length > CATEGORIES_MAX) addIssue(`Begin with at most ${CATEGORIES_MAX} categories`);
    else if (fault) addIssue(fault);
  })
  .transform(namesIn);

/** What the owner fills in. The capability checks the email address and the password by the rules of accounts. */
export const setupInput = z
  .strictObject({
    site_name: settingsInput.shape.siteName,
    site_description: text(SETTINGS.siteDescription.label, SETTINGS.siteDescription.max, { optional: true }).default(""),
    full_name: text("Your name", FULL_NAME_MAX),
    email: z
      .string("Email is required")
      .trim()
      .min(1, "Email is required")
      .max(EMAIL_MAX, `Email must have at most ${EMAIL_MAX} characters`),
    password: z.string("Password is required").min(1, "Password is required"),
    repeated: z.string(MESSAGES.passwordsDiffer),
    timezone: settingsInput.shape.timezone,
    language: settingsInput.shape.language,
    date_format: settingsInput.shape.dateFormat,
    look: z.enum(READY_LOOK_NAMES, `Look must be one of ${READY_LOOK_NAMES.join("; ")}`),
    start: z.enum(SETUP_STARTS, `Start must be one of ${SETUP_STARTS.join("; ")}`),
    /** for an empty site only */
    categories: categoryNames.default([]),
  })
  .refine(({ password, repeated }) => password === repeated, { path: ["repeated"], message: MESSAGES.passwordsDiffer });
export type SetupInput = z.infer<typeof setupInput>;

export const SETUP_CHOICES = {
  timezones: timezoneChoices(),
  languages: LANGUAGES.map((value) => ({ value, label: languageName(value) })),
  dateFormats: settingsInput.shape.dateFormat.options,
  looks: READY_LOOK_NAMES.map((value) => ({ value, ...READY_LOOKS[value] })),
};
