import type { ComponentProps } from "react";
import { type NavigateOptions, useHref, useLinkClickHandler, useLocation } from "react-router";

export type LinkProps = Omit<ComponentProps<"a">, "href"> &
  Pick<NavigateOptions, "preventScrollReset" | "replace" | "state" | "viewTransition"> & {
    /** from the root; links to other sites are plain `a` elements */
    to: string;
  };

/** React Router's own component can also prefetch for its framework, which would add code to every page and an attribute to every link. */
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

/** `aria-current` if the link leads to the current page or to one above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isHere ? "page" : undefined} />;
}
