import { routes } from "../../../routes.ts";

/**
 * Where a confirmed visitor goes on: the page that the mail was asked for from, when it is one of ours.
 * @param search the query of the confirmation page
 * @param origin this site
 */
export function afterConfirming(search: string, origin: string): string {
  const asked = URL.parse(new URLSearchParams(search).get("redirect_to") ?? "", origin);
  return asked?.origin === origin ? asked.pathname + asked.search + asked.hash : routes.home();
}
