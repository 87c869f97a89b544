import { z } from "zod";
import { component, EXAMPLE, exampleOf, id } from "../schema-fields.ts";
import { text } from "../settings/site-content.ts";
import {
  ANNOUNCEMENT_MAX,
  ENTRY_KINDS,
  FOOTER_MAX,
  GROUP_MAX,
  HEADER_MAX,
  isMenuAddress,
  MENU_ADDRESS_MAX,
  MENU_ADDRESS_RULE,
  MENU_LABEL_MAX,
  NETWORK_NAMES,
  SOCIAL_MAX,
  socialFault,
} from "./navigation-rules.ts";

const address = (rule: string) =>
  z.string(rule).trim().min(1, "URL is required").max(MENU_ADDRESS_MAX, `URL must have at most ${MENU_ADDRESS_MAX} characters`);

const menuAddress = address(MENU_ADDRESS_RULE).refine(isMenuAddress, MENU_ADDRESS_RULE);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `to`: the id of the page, category or tag; or an address. */
const menuEntry = z
  .strictObject({
    label: text("Label", MENU_LABEL_MAX),
    kind: z.enum(ENTRY_KINDS, `Kind must be one of ${ENTRY_KINDS.join(", ")}`),
    to: address(MENU_ADDRESS_RULE).meta({ description: "The id of the page, category or tag; or the address" }),
  })
  .superRefine(({ kind, to }, { addIssue }) => {
    const rule = kind === "address" ? MENU_ADDRESS_RULE : `Target must be the id of a ${kind}`;
    if (!(kind === "address" ? isMenuAddress(to) : UUID.test(to))) addIssue({ code: "custom", path: ["to"], message: rule });
  });
export type MenuEntry = z.infer<typeof menuEntry>;

const entries = (max: number) =>
  z.array(menuEntry, "Entries must be a list").max(max, `This menu can have at most ${max} entries`);

const menuGroup = z.strictObject({
  heading: text("Heading", MENU_LABEL_MAX),
  entries: entries(GROUP_MAX).min(1, "A group needs at least one entry"),
});

const socialLink = z
  .strictObject({
    network: z.enum(NETWORK_NAMES, `Network must be one of ${NETWORK_NAMES.join(", ")}`),
    label: text("Label", MENU_LABEL_MAX),
    address: address("URL must be text"),
  })
  .superRefine(({ network, address: to }, { addIssue }) => {
    const fault = socialFault(network, to);
    if (fault) addIssue({ code: "custom", path: ["address"], message: fault });
  });

/** Shown until `ends_at`; null: until it is removed. */
const announcement = z.strictObject({
  text: text("Text", ANNOUNCEMENT_MAX),
  link: z
    .strictObject({ label: text("Link text", MENU_LABEL_MAX), address: menuAddress }, "Link must be a link or null")
    .nullable(),
  ends_at: z.iso
    .datetime({ offset: true, error: "End must be a date and time such as 2026-12-31T18:00:00Z" })
    .nullable()
    .meta({ description: "When pages stop showing it; null: never" }),
});
export type Announcement = z.infer<typeof announcement>;

/** Null: the menu that comes with the site, or no announcement. */
export const navigationInput = z.strictObject({
  header: entries(HEADER_MAX).nullable().meta({ description: "The header’s menu; null for the one that comes with the site" }),
  footer: z
    .array(menuGroup, "Footer must be a list of groups")
    .max(FOOTER_MAX, `The footer can have at most ${FOOTER_MAX} groups`)
    .nullable()
    .meta({ description: "The footer’s groups; null for those that come with the site" }),
  social: z.array(socialLink, "Social links must be a list").max(SOCIAL_MAX, `There can be at most ${SOCIAL_MAX} social links`),
  announcement: announcement.nullable(),
});
export type Navigation = z.infer<typeof navigationInput>;

export const NO_NAVIGATION: Navigation = { header: null, footer: null, social: [], announcement: null };

export const navigationSave = navigationInput.extend({
  version: z.int("Version must be the number that the navigation was read with").min(1),
});
export type NavigationSave = z.infer<typeof navigationSave>;

/** For the API's document. */
export const EXAMPLE_NAVIGATION: NavigationSave = {
  header: [
    { label: "Home", kind: "address", to: "/" },
    { label: "Reading list", kind: "address", to: "/view-all" },
  ],
  footer: null,
  social: [{ network: "mastodon", label: "Mastodon", address: "https://social.example/@ada" }],
  announcement: { text: "The print edition is here.", link: { label: "Order it", address: "/about" }, ends_at: null },
  version: 1,
};

/** `gone`: in the trash or deleted; `hidden`: not published. */
const menuTarget = component(
  "MenuTarget",
  z.object({
    kind: z.enum(["page", "category", "tag"]),
    id,
    name: z.string(),
    path: z.string().meta({ description: "Its address now" }),
    state: z.enum(["public", "hidden", "gone"]).meta({
      description: "Readers see entries of public targets only. `hidden`: not published; `gone`: in the trash or deleted",
    }),
  }),
  { kind: "page", id: EXAMPLE.id, name: "Imprint", path: "/imprint", state: "public" },
);
export type MenuTarget = z.infer<typeof menuTarget>;

export const navigationState = component(
  "NavigationState",
  z.object({
    ...navigationInput.shape,
    version: z.int().meta({ description: "Grows with each save; a save sends the version that it started from" }),
    updated_at: z.string().meta({ format: "date-time" }),
    targets: z.array(menuTarget).meta({ description: "What menus can lead to, and what they lead to now" }),
  }),
  { ...EXAMPLE_NAVIGATION, version: 2, updated_at: EXAMPLE.date, targets: [exampleOf(menuTarget)] },
);
export type NavigationState = z.infer<typeof navigationState>;

const shownLink = z.object({ label: z.string(), to: z.string().meta({ description: "A path of this site, or a URL" }) });
export type ShownLink = z.infer<typeof shownLink>;

export const shownNavigation = z.object({
  header: z.array(shownLink).nullable().meta({ description: "Null: the menu that comes with the site" }),
  footer: z.array(z.object({ heading: z.string(), links: z.array(shownLink) })).nullable(),
  social: z.array(shownLink.extend({ network: z.enum(NETWORK_NAMES) })),
  announcement: z
    .object({
      id: z.string().meta({ description: "Changes with text and link; a browser remembers which one its reader has closed" }),
      text: z.string(),
      link: shownLink.nullable(),
      ends_at: z.string().nullable(),
    })
    .nullable(),
});
export type ShownNavigation = z.infer<typeof shownNavigation>;
