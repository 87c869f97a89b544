import type { Media } from "../../../../domain/media/picture.ts";
import { useDates } from "../../frame/dates.tsx";
import { sizeText } from "./media-texts.ts";

/** What is known of a picture without anybody having said it. */
export function MediaFacts({ media: { width, height, bytes, mime, created_at } }: { media: Media }) {
  const dates = useDates();
  const facts = [
    ["Size", `${width} × ${height}, ${sizeText(bytes)}`],
    ["Kind", mime.replace("image/", "").toUpperCase()],
    ["Uploaded", dates.time(created_at)],
  ] as const;
  return (
    <dl className="media-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
