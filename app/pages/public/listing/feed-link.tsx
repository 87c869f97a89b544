import { routes } from "../../../routes.ts";
import { useSite } from "../layout/use-site.ts";

type FeedLinkProps = { kind: "category" | "tag"; slug: string; name: string };

/** Tells feed readers of the feed that holds this selection alone. */
export function FeedLink({ kind, slug, name }: FeedLinkProps) {
  const site = useSite();
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`${site.name}: ${name}`}
      href={routes.feeds.of(kind, slug, "feed.xml")}
    />
  );
}
