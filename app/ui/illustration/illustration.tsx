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

/** A picture that exists: one of the twelve categories, or `default`. */
export type ArtSlug = keyof typeof URLS;

/**
 * Which picture a category gets.
 * @param slug the category's slug; a category made by an admin, or none, has no picture of its own
 * @returns the slug of its picture, `default` when there is none
 */
export function artSlug(slug: string | null | undefined): ArtSlug {
  return slug && Object.hasOwn(URLS, slug) ? (slug as ArtSlug) : "default";
}

type Props = { slug: string | null | undefined; className?: string; title?: string };

/**
 * A category's drawing, lit by the page: `--cat-h` and `--cat-c` of the class `cat-<slug>` colour it, the theme decides
 * between morning and night. It fills its box as a photograph with `object-fit: cover` would.
 * @param props.slug the category's own slug; only the picture falls back, the colour stays the category's
 * @param props.title a name for screen readers; without it the drawing is decoration and hidden from them
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
