import type { AnchorHTMLAttributes } from "react";
import { pathTo } from "../../../base-path.ts";
import { isRouted } from "../../../domain/navigation/navigation-rules.ts";
import { PageLink } from "../page-link.tsx";

/** A link of a menu. Feeds, other machine-readable pages and other sites are plain links, because the router doesn't know them. */
export const MenuLink = ({ to, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) =>
  isRouted(to) ? <PageLink {...props} to={to} /> : <a {...props} href={to.startsWith("/") ? pathTo(to) : to} />;
