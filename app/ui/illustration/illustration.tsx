import { pathTo } from "../../base-path.ts";
import { type Drawing, drawingOf, faceAt } from "../../domain/categories/art-rules.ts";
import career from "./career.svg?url";
import coast from "./coast.svg?url";
import decisionMaking from "./decision-making.svg?url";
import fallback from "./default.svg?url";
import dunes from "./dunes.svg?url";
import environment from "./environment.svg?url";
import finance from "./finance.svg?url";
import inspiration from "./inspiration.svg?url";
import lifestyle from "./lifestyle.svg?url";
import mountains from "./mountains.svg?url";
import philosophy from "./philosophy.svg?url";
import productivity from "./productivity.svg?url";
import psychology from "./psychology.svg?url";
import relationships from "./relationships.svg?url";
import tech from "./tech.svg?url";
import wellness from "./wellness.svg?url";
import woods from "./woods.svg?url";

const URLS: Record<Drawing, string> = {
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
  mountains,
  coast,
  dunes,
  woods,
  default: fallback,
};

type Props = { slug: string | null | undefined; face?: number; className?: string; title?: string };

/** Exchanges left and right of a drawing, which is 640 wide. */
const MIRROR = "matrix(-1 0 0 1 640 0)";

/**
 * Colors come from `--cat-h` and `--cat-c` of the class `cat-<slug>`, from the theme and from the light of the face. It fills its box like
 * a photo with `object-fit: cover`.
 * @param props.face varies the drawing by article; without one, it is shown as it was drawn
 * @param props.title for screen readers; without it, the drawing is hidden from them
 */
export function Illustration({ slug, face = 0, className, title }: Props) {
  const { light, isMirrored, crop } = faceAt(face);
  const classes = ["art", light !== "dawn" ? `art-${light}` : "", slug ? `cat-${slug}` : "", className ?? ""]
    .filter(Boolean)
    .join(" ");
  const use = (
    <use href={`${pathTo(URLS[drawingOf(slug)])}#art`} transform={isMirrored ? MIRROR : undefined} width="640" height="360" />
  );
  const box = { className: classes, viewBox: crop, preserveAspectRatio: "xMidYMid slice" };
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
