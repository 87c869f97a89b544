import type { MenuEntry, Navigation } from "../../../domain/navigation/navigation.ts";
import { FOOTER_MAX, GROUP_MAX, MENU_LABEL_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { cutText } from "../../../domain/text-rules.ts";
import { SHIPPED_FOOTER } from "./menu-values.ts";

type Footer = Navigation["footer"];

/** An own page as menus name it. */
export type FooterPage = { id: string; title: string; path: string };

const leadsTo =
  ({ id, path }: FooterPage) =>
  ({ kind, to }: MenuEntry) =>
    kind === "page" ? to === id : kind === "address" && to === path;

export const isInFooter = (footer: Footer, page: FooterPage): boolean =>
  (footer ?? SHIPPED_FOOTER).some(({ entries }) => entries.some(leadsTo(page)));

/** As stored: null if it is the footer that comes with the site. */
const asStored = (footer: NonNullable<Footer>): Footer =>
  JSON.stringify(footer) === JSON.stringify(SHIPPED_FOOTER) ? null : footer;

/** With the page at the end of the first group that has room, or in a group of its own. @returns undefined without any room */
export function withPage(footer: Footer, page: FooterPage): Footer | undefined {
  const groups = footer ?? SHIPPED_FOOTER;
  const entry: MenuEntry = { label: cutText(page.title, MENU_LABEL_MAX), kind: "page", to: page.id };
  const at = groups.findIndex(({ entries }) => entries.length < GROUP_MAX);
  if (at >= 0) return asStored(groups.map((group, n) => (n === at ? { ...group, entries: [...group.entries, entry] } : group)));
  return groups.length < FOOTER_MAX ? [...groups, { heading: "Pages", entries: [entry] }] : undefined;
}

export const withoutPage = (footer: Footer, page: FooterPage): Footer =>
  asStored(
    (footer ?? SHIPPED_FOOTER)
      .map((group) => ({ ...group, entries: group.entries.filter((entry) => !leadsTo(page)(entry)) }))
      .filter(({ entries }) => entries.length > 0),
  );
