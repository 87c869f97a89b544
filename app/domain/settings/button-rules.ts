import { isMenuAddress, MENU_ADDRESS_RULE } from "../navigation/navigation-rules.ts";

const TARGET_KINDS = ["page", "category", "tag"] as const;
export type ButtonTarget = { kind: (typeof TARGET_KINDS)[number] | "address"; to: string };

const RULE = "Button link must be page:, category: or tag: with a slug, or address: with an address";
const SLUG = /^[^\s/?#:\p{Cc}]{1,254}$/u;

/** `category:wellness` or `address:/feed.xml`; null if it isn't one. */
export function buttonTargetOf(link: string): ButtonTarget | null {
  const [, kind, to = ""] = /^(page|category|tag|address):(.+)$/s.exec(link) ?? [];
  return kind ? { kind: kind as ButtonTarget["kind"], to } : null;
}

/** The rule that the link breaks. */
export function buttonLinkFault(link: string): string | null {
  if (link.startsWith("address:")) return isMenuAddress(link.slice("address:".length)) ? null : MENU_ADDRESS_RULE;
  return link === "" || SLUG.test(buttonTargetOf(link)?.to ?? "") ? null : RULE;
}
