import career from "./career.svg?url";
import decisionMaking from "./decision-making.svg?url";
import fallback from "./default.svg?url";
import environment from "./environment.svg?url";
import finance from "./finance.svg?url";
import inspiration from "./inspiration.svg?url";
import lifestyle from "./lifestyle.svg?url";
import philosophy from "./philosophy.svg?url";
import productivity from "./productivity.svg?url";
import psychology from "./psychology.svg?url";
import relationships from "./relationships.svg?url";
import tech from "./tech.svg?url";
import wellness from "./wellness.svg?url";

const URLS = {
  inspiration,
  philosophy,
  tech,
  lifestyle,
  relationships,
  productivity,
  wellness,
  career,
  finance,
  psychology,
  environment,
  "decision-making": decisionMaking,
  default: fallback,
} as const;

/** The slug of a drawing: one of the twelve initial categories, or `default`. */
export type ArtSlug = keyof typeof URLS;

/**
 * Chooses the drawing of a category.
 * @param slug the category's slug; only the twelve initial categories have a drawing
 * @returns the slug of the drawing, `default` for other categories
 */
export function artSlug(slug: string | null | undefined): ArtSlug {
  return slug && Object.hasOwn(URLS, slug) ? (slug as ArtSlug) : "default";
}

type Props = { slug: string | null | undefined; className?: string; title?: string };

/**
 * A category's drawing. Its colours come from `--cat-h` and `--cat-c` of the class `cat-<slug>`, and from the theme. It fills its
 * box like a photo with `object-fit: cover`.
 * @param props.slug the category's slug; a category without a drawing still has its own colour
 * @param props.title a name for screen readers; without it, the drawing is hidden from them
 */
export function Illustration({ slug, className, title }: Props) {
  const classes = ["art", slug ? `cat-${slug}` : "", className ?? ""].filter(Boolean).join(" ");
  const use = <use href={`${URLS[artSlug(slug)]}#art`} />;
  const box = { className: classes, viewBox: "0 0 640 360", preserveAspectRatio: "xMidYMid slice" };
  return title ? (
    <svg {...box} role="img" aria-label={title}>
      {use}
    </svg>
  ) : (
    <svg {...box} aria-hidden="true" focusable="false">
      {use}
    </svg>
  );
}
