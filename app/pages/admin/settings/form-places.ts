import { adminRoutes } from "../../../admin-routes.ts";
import { ABOUT_GROUPS, DEFAULT_AUTHOR, FOOTER_GROUP, HOME_GROUPS } from "./content-fields.ts";
import { type Group, settingGroup } from "./fields.ts";

/** A part of the settings with an address and a form of its own. */
export type FormPlace = { id: string; title: string; lead?: string; to: string; groups: readonly Group[] };

const writing = settingGroup("writing");

export const FORM_PLACES = {
  /** all settings of the specification (section 3) */
  general: {
    id: "general",
    title: "Settings",
    lead: "Changes apply to the whole site as soon as you save.",
    to: adminRoutes.settings(),
    groups: (["general", "comments", "users", "system", "appearance"] as const).map(settingGroup),
  },
  reading: {
    id: "reading",
    title: "Reading",
    to: adminRoutes.settingsPlace("reading"),
    groups: [{ ...writing, fields: [...writing.fields, DEFAULT_AUTHOR] }, FOOTER_GROUP],
  },
  discussion: {
    id: "discussion",
    title: "Discussion",
    lead: "Whether there are comments, and whether they wait for approval, is under General.",
    to: adminRoutes.settingsPlace("discussion"),
    groups: [settingGroup("discussion")],
  },
  accounts: {
    id: "accounts",
    title: "Accounts",
    lead: "Whether readers can sign up is under General.",
    to: adminRoutes.settingsPlace("accounts"),
    groups: (["sessions", "reports"] as const).map(settingGroup),
  },
  privacy: {
    id: "privacy",
    title: "Privacy and crawlers",
    lead: "What the site says about its data, and what it offers to programs.",
    to: adminRoutes.settingsPlace("privacy"),
    groups: (["privacy", "crawlers", "markdown"] as const).map(settingGroup),
  },
  newsletter: {
    id: "newsletter",
    title: "Newsletter settings",
    to: adminRoutes.newsletterSettings(),
    groups: [settingGroup("newsletter")],
  },
  home: {
    id: "home",
    title: "Home",
    to: adminRoutes.siteText("home"),
    groups: [...HOME_GROUPS, settingGroup("newest")],
  },
  about: {
    id: "about",
    title: "About",
    to: adminRoutes.siteText("about"),
    groups: ABOUT_GROUPS,
  },
} satisfies Record<string, FormPlace>;

const ALL: FormPlace[] = Object.values(FORM_PLACES);
const FIELDS = ALL.flatMap(({ groups }) => groups).flatMap(({ fields }) => fields);

/** A field's name for people, wherever it is shown. */
export function labelOf(name: string): string {
  const field = FIELDS.find((one) => one.name === name);
  if (!field) return name;
  return field.row ? `${field.row}: ${field.label.toLowerCase()}` : field.label;
}

export const FIELD_NAMES = FIELDS.map(({ name }) => name);

export const namesIn = ({ groups }: FormPlace): string[] => groups.flatMap(({ fields }) => fields.map(({ name }) => name));

/** The part of an address before a setting's name, as in `/admin/settings#setting-siteName`. */
export const SETTING_HASH = "#setting-";

/** Every setting and text: its label, the place where it is, and the address that leads to its field. */
export const settingPlaces = (): { label: string; section: string; address: string }[] =>
  ALL.flatMap(({ title, to, groups }) =>
    groups.flatMap((group) =>
      group.fields.map(({ name }) => ({
        label: labelOf(name),
        section: to === adminRoutes.settings() ? group.title : title,
        address: `${to}${SETTING_HASH}${name}`,
      })),
    ),
  );
