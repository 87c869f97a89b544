import type { ShownLink, ShownNavigation } from "../../domain/navigation/navigation.ts";
import { withoutText } from "../../pages/page-state.ts";

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
/** The text of HTML as React writes it. */
const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

const between = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? "";

const linksIn = (html: string): ShownLink[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, to = "", label = ""]) => ({
    label: textOf(label),
    to: textOf(to),
  }));

/** The menus and social links as `page-state.ts` reads them from the page in a browser. */
function menusIn(html: string): Pick<ShownNavigation, "header" | "footer"> & { social: ShownLink[] } {
  const footer = between(html, /<footer class="site-footer">(.*)<\/footer>/s);
  return {
    header: linksIn(between(html, /<nav class="wide-only"[^>]*>(.*?)<\/nav>/s)),
    footer: [...footer.matchAll(/<nav [^>]*><h2[^>]*>(.*?)<\/h2>(.*?)<\/nav>/gs)].map(([, heading = "", links = ""]) => ({
      heading: textOf(heading),
      links: linksIn(links),
    })),
    social: linksIn(between(footer, /<ul class="social-links"[^>]*>(.*?)<\/ul>/s)),
  };
}

/** The navigation without the menus that a browser reads from the page. What would be read differently stays. */
function withoutMenus(navigation: ShownNavigation, html: string): Partial<ShownNavigation> {
  const shown = menusIn(html);
  const social = navigation.social.map(({ label, to }) => ({ label, to }));
  const isRead = (name: keyof typeof shown) => {
    const stored = name === "social" ? social : navigation[name];
    return JSON.stringify(shown[name]) === JSON.stringify(stored?.map((one) => sorted(one)));
  };
  return Object.fromEntries(
    Object.entries(navigation).filter(([name]) => name === "announcement" || !isRead(name as keyof typeof shown)),
  );
}

/** With its fields in the order of `menusIn`. */
const sorted = (one: ShownLink | NonNullable<ShownNavigation["footer"]>[number]) =>
  "links" in one
    ? { heading: one.heading, links: one.links.map(({ label, to }) => ({ label, to })) }
    : { label: one.label, to: one.to };

const hasNavigation = (data: unknown): data is { navigation: ShownNavigation } =>
  typeof data === "object" && data !== null && "navigation" in data && data.navigation !== null;

/** The data of a query without what the page `html` contains already: an article's text, menus and social links. */
export const withoutShown = (data: unknown, html: string): unknown =>
  hasNavigation(data) ? { ...data, navigation: withoutMenus(data.navigation, html) } : withoutText(data, html);
