import { formatDate } from "../../../ui/date/format-date.ts";
import { useSite } from "../layout/use-site.ts";

/** The day of an article, in the site's zone and order. */
export function PostDate({ iso, length }: { iso: string; length: "short" | "long" }) {
  return <time dateTime={iso}>{formatDate(iso, length, useSite())}</time>;
}
