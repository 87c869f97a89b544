import { z } from "zod";
import { mediaAt } from "../media/media-rules.ts";
import { component, EXAMPLE } from "../schema-fields.ts";
import { iconAt, logoAt } from "./brand-rules.ts";
import { FONT_PAIR_NAMES } from "./font-rules.ts";
import { CARD_STYLES, HEROES, SHIPPED_LOOK, SIGNS, TEXT_WIDTHS } from "./look-rules.ts";

const oneOf = <const T extends string>(label: string, values: readonly T[]) =>
  z.enum(values, `${label} must be one of ${values.join("; ")}`);

const color = (label: string) => {
  const rule = `${label} must be a color such as #1f6feb`;
  return z
    .string(rule)
    .trim()
    .regex(/^#[0-9a-f]{6}$/i, rule)
    .toLowerCase();
};

const colorPair = (label: string) =>
  z.strictObject({ light: color(`${label} in the light theme`), dark: color(`${label} in the dark theme`) });

const fileAt = (label: string, from: string, at: (address: string) => unknown) => {
  const rule = `${label} must be the URL of ${from}`;
  return z
    .string(rule)
    .max(200, rule)
    .refine((address) => at(address) !== null, rule)
    .nullable();
};

const logoPart = (label: string) => fileAt(label, "an uploaded logo", logoAt);

export const look = z.strictObject({
  accent: colorPair("Accent").describe("The color of buttons and signs, for each theme"),
  paper: colorPair("Paper").describe("The background, for each theme; the tones of text and lines follow from it"),
  fonts: oneOf("Fonts", FONT_PAIR_NAMES),
  cards: oneOf("Cards", CARD_STYLES),
  width: oneOf("Width of text", TEXT_WIDTHS),
  sign: oneOf("Sign", SIGNS).describe(
    "What is next to the name of the site: the lark, nothing, or the logo as a symbol; `logo`: it is in place of the name",
  ),
  hero: oneOf("Hero", HEROES).describe("What is around the first words of Home"),
  logo: z
    .strictObject({ light: logoPart("Logo"), dark: logoPart("Logo for the dark theme") })
    .default({ light: null, dark: null })
    .describe("URLs of uploaded files; without a dark one, the light one is in both themes"),
  icon: fileAt("Icon", "an uploaded icon", iconAt)
    .default(null)
    .describe("The URL of an uploaded icon, from which all sizes are made"),
  picture: fileAt("Home image", "an image in the library", mediaAt)
    .default(null)
    .describe("The URL of an image in the library, for the top of Home"),
});
export type Look = z.infer<typeof look>;

export const DEFAULT_LOOK: Look = { ...SHIPPED_LOOK, logo: { light: null, dark: null }, icon: null, picture: null };

/** For the HTML of pages; everything else is in style sheets. A part is absent where it is as shipped. */
export const shownLook = z.object({
  paper: colorPair("Paper").optional(),
  sign: z.enum(SIGNS).optional(),
  logo: z.object({ light: z.string(), dark: z.string().nullable() }).optional().describe("Paths"),
  icon: z.string().optional().describe("A path"),
});
export type ShownLook = z.infer<typeof shownLook>;

/** A part is absent where it is as shipped. */
export const homeLook = z.object({
  picture: z.string().optional().describe("The path of the image at the top"),
  focus: z
    .object({ x: z.number(), y: z.number() })
    .optional()
    .describe("The focal point of the image, from 0 to 1; absent for the middle"),
  styles: z.string().optional().describe("The path of the style sheet that no other page needs"),
});
export type HomeLook = z.infer<typeof homeLook>;

export const LOOKS_KEPT = 50;

export const lookSave = z.strictObject({
  look,
  version: z.int("Version must be the number that the look was read with").min(0),
});
export type LookSave = z.infer<typeof lookSave>;

export const brandFile = component(
  "BrandFile",
  z.object({ address: z.string().describe("For the look; its other files are in the same folder") }),
  { address: `/brand/${EXAMPLE.id}/logo-640x160.svg` },
);
export type BrandFile = z.infer<typeof brandFile>;

const savedLook = z.object({
  id: z.int().describe("Grows with each save"),
  look,
  saved_at: z.string().meta({ format: "date-time" }),
  saved_by: z.string().nullable().describe("Name or email address of the admin; null if the account was deleted"),
});
export type SavedLook = z.infer<typeof savedLook>;

export const appearance = component(
  "Appearance",
  z.object({
    look,
    version: z
      .int()
      .describe("The id of the look in force; 0 while it is the shipped one. A save sends the version it started from."),
    history: z.array(savedLook).describe(`The last ${LOOKS_KEPT} looks, the newest first; the first one is in force`),
  }),
  { look: DEFAULT_LOOK, version: 1, history: [{ id: 1, look: DEFAULT_LOOK, saved_at: EXAMPLE.date, saved_by: "Ada Lovelace" }] },
);
export type Appearance = z.infer<typeof appearance>;
