import { FONT_PAIRS, sampleOf } from "../domain/appearance/font-rules.ts";
import type { StyledLook } from "../domain/appearance/look-rules.ts";

const CARDS = [14, 86, 158];

/** Its style sheet is `font-samples.css`. */
const fontOf = (fonts: StyledLook["fonts"]) => {
  const { text } = FONT_PAIRS[fonts];
  return `${sampleOf(text)}, ${text === "Figtree" ? "sans-serif" : "serif"}`;
};

type LookPictureProps = { look: StyledLook; title?: string | undefined };

/** A small picture of Home in a look: its colors, its land or none, its letters and its cards. It follows the theme. */
export function LookPicture({ look: { accent, paper, fonts, cards, hero }, title = "Good morning" }: LookPictureProps) {
  const both = ({ light, dark }: StyledLook["accent"]) => `light-dark(${light}, ${dark})`;
  const [page, strong, ink] = [both(paper), both(accent), "light-dark(#23262e, #eceff4)"];
  return (
    <svg className="look-picture" viewBox="0 0 240 150" aria-hidden="true" focusable="false">
      <rect width="240" height="150" fill={page} />
      {hero === "landscape" ? (
        <>
          <path d="M0 62q60-16 120-6t120-8v36H0z" fill={strong} opacity=".25" />
          <path d="M0 72q70-10 130-2t110-4v18H0z" fill={strong} opacity=".6" />
        </>
      ) : (
        <rect y="82" width="240" height="1" fill={ink} opacity=".3" />
      )}
      <text x="14" y="34" fill={ink} fontFamily={fontOf(fonts)} fontSize="21" fontWeight="500">
        {title}
      </text>
      <rect x="14" y="44" width="46" height="12" rx="4" fill={strong} />
      <rect x="188" y="10" width="38" height="4" rx="2" fill={ink} opacity=".35" />
      {CARDS.map((x) => (
        <g key={x}>
          {cards === "plain" ? null : (
            <rect
              x={x - 3}
              y="91"
              width="66"
              height="54"
              rx="4"
              fill={cards === "tinted" ? ink : "none"}
              fillOpacity=".08"
              stroke={cards === "framed" ? ink : "none"}
              strokeOpacity=".35"
            />
          )}
          <rect x={x} y="94" width="60" height="28" rx="3" fill={strong} opacity=".35" />
          <rect x={x} y="128" width="52" height="4" rx="2" fill={ink} opacity=".8" />
          <rect x={x} y="136" width="36" height="3" rx="1.5" fill={ink} opacity=".4" />
        </g>
      ))}
    </svg>
  );
}
