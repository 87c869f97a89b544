import type { AnchorHTMLAttributes } from "react";
import { pathTo } from "../../../base-path.ts";
import { PageLink } from "../page-link.tsx";

/** The server answers them: files, the API and previews. */
const NOT_ROUTED = /^\/(?:api|auth|media|preview|social)(?:\/|$)|\.[a-z]+$/;

/** The router can follow the address without a page load. */
const isRouted = (address: string): boolean =>
  address.startsWith("/") && !address.includes("#") && !NOT_ROUTED.test(address.replace(/\?.*/, ""));

/** The router doesn't know feeds, other machine-readable pages and other sites. */
export const MenuLink = ({ to, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) =>
  isRouted(to) ? <PageLink {...props} to={to} /> : <a {...props} href={to.startsWith("/") ? pathTo(to) : to} />;
