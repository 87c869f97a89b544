import { useSite } from "../layout/use-site.ts";

/** The title of a page that nobody should find in an index. */
export function UnlistedTitle({ title }: { title: string }) {
  const site = useSite();
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
