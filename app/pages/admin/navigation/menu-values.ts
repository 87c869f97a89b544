import {
  type MenuEntry,
  type MenuTarget,
  type Navigation,
  type NavigationSave,
  type NavigationState,
  navigationSave,
  type ShownLink,
} from "../../../domain/navigation/navigation.ts";
import { NETWORKS, type NetworkName } from "../../../domain/navigation/navigation-rules.ts";
import { momentOf, wallTime } from "../../../platform/time/zone.ts";
import { footerGroups, headerLinks } from "../../public/layout/shipped-links.ts";

/** An entry in the form. `target`: `page:<id>`, `category:<id>`, `tag:<id>`, `site:<path>`, or `address` with the typed one. */
export type EntryValues = { key: string; label: string; target: string; address: string };
export type GroupValues = { key: string; heading: string; entries: EntryValues[] };
export type SocialValues = { key: string; network: NetworkName; label: string; address: string };
export type AnnouncementValues = { isOn: boolean; text: string; linkLabel: string; linkAddress: string; ends: string };

/** The form's values. `ends` is what clocks in the site's time zone show, or empty. */
export type MenuValues = {
  header: EntryValues[];
  footer: GroupValues[];
  social: SocialValues[];
  announcement: AnnouncementValues;
};

let keys = 0;
const newKey = () => `${Date.now()}-${keys++}`;

/** The pages that come with the site, each once, by the names that its footer uses. */
export const SITE_LINKS: ShownLink[] = [...footerGroups().flatMap(({ links }) => links), ...headerLinks()].filter(
  ({ to }, n, all) => all.findIndex((other) => other.to === to) === n,
);

const isOfSite = (to: string) => SITE_LINKS.some((link) => link.to === to);

function entryValues({ label, kind, to }: MenuEntry): EntryValues {
  if (kind !== "address") return { key: newKey(), label, target: `${kind}:${to}`, address: "" };
  return isOfSite(to)
    ? { key: newKey(), label, target: `site:${to}`, address: "" }
    : { key: newKey(), label, target: "address", address: to };
}

const shippedEntry = ({ label, to }: ShownLink): MenuEntry => ({ label, kind: "address", to });
const SHIPPED_HEADER = headerLinks().map(shippedEntry);
export const SHIPPED_FOOTER = footerGroups().map(({ heading, links }) => ({ heading, entries: links.map(shippedEntry) }));

export const shippedHeader = (): EntryValues[] => SHIPPED_HEADER.map(entryValues);
export const shippedFooter = (): GroupValues[] =>
  SHIPPED_FOOTER.map(({ heading, entries }) => ({ key: newKey(), heading, entries: entries.map(entryValues) }));

export const newEntry = (): EntryValues => ({ key: newKey(), label: "", target: "", address: "" });
export const newGroup = (): GroupValues => ({ key: newKey(), heading: "", entries: [newEntry()] });
export const newSocial = (): SocialValues => ({ key: newKey(), network: "mastodon", label: NETWORKS.mastodon.name, address: "" });

/** The form's values of what is stored. @param timezone the site's, as an IANA name */
export function toValues({ header, footer, social, announcement }: Navigation, timezone: string): MenuValues {
  const { text = "", link = null, ends_at = null } = announcement ?? {};
  return {
    header: header ? header.map(entryValues) : shippedHeader(),
    footer: footer
      ? footer.map(({ heading, entries }) => ({ key: newKey(), heading, entries: entries.map(entryValues) }))
      : shippedFooter(),
    social: social.map((link) => ({ key: newKey(), ...link })),
    announcement: {
      isOn: announcement !== null,
      text,
      linkLabel: link?.label ?? "",
      linkAddress: link?.address ?? "",
      ends: ends_at ? wallTime(new Date(ends_at), timezone) : "",
    },
  };
}

function toEntry({ label, target, address }: EntryValues): MenuEntry {
  if (target === "address") return { label, kind: "address", to: address };
  const [kind = "", to = ""] = [target.slice(0, target.indexOf(":")), target.slice(target.indexOf(":") + 1)];
  return { label, kind: kind === "site" ? "address" : (kind as MenuEntry["kind"]), to };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What the values would store. A menu as it comes with the site is stored as null, so that it follows the product. */
export function toNavigation({ header, footer, social, announcement }: MenuValues, timezone: string): Navigation {
  const entries = header.map(toEntry);
  const groups = footer.map(({ heading, entries: rows }) => ({ heading, entries: rows.map(toEntry) }));
  const { isOn, text, linkLabel, linkAddress, ends } = announcement;
  const hasLink = linkLabel.trim() !== "" || linkAddress.trim() !== "";
  return {
    header: same(entries, SHIPPED_HEADER) ? null : entries,
    footer: same(groups, SHIPPED_FOOTER) ? null : groups,
    social: social.map(({ network, label, address }) => ({ network, label, address })),
    announcement: isOn
      ? {
          text,
          link: hasLink ? { label: linkLabel, address: linkAddress } : null,
          ends_at: ends === "" ? null : (momentOf(ends, timezone)?.toISOString() ?? ends),
        }
      : null,
  };
}

export const isHeaderShipped = (header: EntryValues[]) => same(header.map(toEntry), SHIPPED_HEADER);
export const isFooterShipped = (footer: GroupValues[]) =>
  same(
    footer.map(({ heading, entries }) => ({ heading, entries: entries.map(toEntry) })),
    SHIPPED_FOOTER,
  );

export const errorsOf = (faults: readonly { field: string; rule: string }[]): Record<string, string> =>
  Object.fromEntries(faults.map(({ field, rule }) => [field, rule] as const).toReversed());

const withoutTarget = ({ header, footer }: MenuValues) => {
  const of = (entries: EntryValues[], place: string) =>
    entries.flatMap(({ target }, n) =>
      target === "" ? [{ field: `${place}.${n}.to`, rule: "Choose what the entry links to" }] : [],
    );
  return [...of(header, "header"), ...footer.flatMap(({ entries }, group) => of(entries, `footer.${group}.entries`))];
};

/** What to send, or what is wrong with the values by field, in the server's words. */
export function toSave(
  values: MenuValues,
  { version }: Pick<NavigationState, "version">,
  timezone: string,
): { input?: NavigationSave; errors?: Record<string, string> } {
  const result = navigationSave.safeParse({ ...toNavigation(values, timezone), version });
  const faults = [
    ...withoutTarget(values),
    ...(result.error?.issues ?? []).map(({ path, message }) => ({ field: path.join("."), rule: message })),
  ];
  return result.success && faults.length === 0 ? { input: result.data } : { errors: errorsOf(faults) };
}

export function targetName(target: string, targets: readonly MenuTarget[]): string {
  if (target.startsWith("site:")) return SITE_LINKS.find(({ to }) => `site:${to}` === target)?.label ?? "";
  return targets.find(({ kind, id }) => `${kind}:${id}` === target)?.name ?? "";
}
