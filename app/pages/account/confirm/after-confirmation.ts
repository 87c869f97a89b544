import { pathOfSite, routes } from "../../../routes.ts";

/**
 * Where a confirmed visitor goes on: the page that the mail was asked for from, when it is one of ours.
 * @param search the query of the confirmation page
 * @param origin this site
 */
export const afterConfirming = (search: string, origin: string): string =>
  pathOfSite(new URLSearchParams(search).get("redirect_to"), origin) ?? routes.home();
