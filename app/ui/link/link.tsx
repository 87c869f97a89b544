import type { ComponentProps } from "react";
import { type NavigateOptions, useHref, useLinkClickHandler, useLocation } from "react-router";

export type LinkProps = Omit<ComponentProps<"a">, "href"> &
  Pick<NavigateOptions, "preventScrollReset" | "replace" | "state" | "viewTransition"> & {
    /** a path of ours, from the root; what leads elsewhere is a plain `a` */
    to: string;
  };

/**
 * A link to a page of ours, followed without loading the document anew. React Router's own can also prefetch for its
 * framework; that would come along on every page, and an attribute for it on every link.
 */
export function Link({ to, replace, state, preventScrollReset, viewTransition, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    preventScrollReset,
    viewTransition,
    target: rest.target,
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that says so when it leads to the page at hand, or to one that is above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isHere ? "page" : undefined} />;
}
