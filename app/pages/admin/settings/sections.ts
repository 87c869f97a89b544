import { adminRoutes } from "../../../admin-routes.ts";
import { CONTENT_GROUPS, SETTING_GROUPS } from "./fields.ts";

/** The part of an address before a setting's name, as in `/admin/settings#setting-siteName`. */
export const SETTING_HASH = "#setting-";

/** Every setting and text of the screen: its label, its section, and the address that leads to its field. */
export const settingPlaces = (): { label: string; section: string; address: string }[] =>
  [...SETTING_GROUPS, ...CONTENT_GROUPS].flatMap(({ title, fields }) =>
    fields.map(({ name, label }) => ({ label, section: title, address: `${adminRoutes.settings()}${SETTING_HASH}${name}` })),
  );
