import { use } from "react";
import { Link, type LinkProps } from "../../../ui/link/link.tsx";
import { PrefetchContext } from "./prefetch.ts";

/** A link to a page of ours that fetches it when the reader is about to follow. */
export function PageLink(props: LinkProps & { to: string }) {
  const prefetch = use(PrefetchContext);
  const fetchAhead = () => prefetch(props.to);
  return <Link {...props} onPointerEnter={fetchAhead} onFocus={fetchAhead} onTouchStart={fetchAhead} />;
}
