import type { AnchorHTMLAttributes } from "react";
import { pathTo } from "../../../base-path.ts";
import { PageLink } from "../page-link.tsx";

/** Paths that the server answers and the router of the pages doesn't know: files, the API and previews. */
const NOT_ROUTED = /^\/(?:api|auth|media|preview|social)(?:\/|$)|\.[a-z]+$/;

/** Whether the router of the pages can follow an address without a page load. */
const isRouted = (address: string): boolean =>
  address.startsWith("/") && !address.includes("#") && !NOT_ROUTED.test(address.replace(/\?.*/, ""));

/** A link of a menu. Feeds, other machine-readable pages and other sites are plain links, because the router doesn't know them. */
export const MenuLink = ({ to, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) =>
  isRouted(to) ? <PageLink {...props} to={to} /> : <a {...props} href={to.startsWith("/") ? pathTo(to) : to} />;
