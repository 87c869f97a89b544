import sanitizeHtml from "sanitize-html";

const TAGS =
  "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath image clipPath mask pattern marker linearGradient radialGradient stop switch filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset feTile feTurbulence";

const ATTRIBUTES =
  "id class style d x y x1 x2 y1 y2 dx dy cx cy r rx ry fx fy fr width height points viewBox preserveAspectRatio transform version xmlns xmlns:xlink xml:space href xlink:href " +
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity display visibility overflow " +
  "clip-path clip-rule mask filter paint-order vector-effect shape-rendering text-rendering image-rendering mix-blend-mode isolation enable-background " +
  "font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift textLength lengthAdjust startOffset rotate " +
  "gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform " +
  "marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient " +
  "filterUnits primitiveUnits color-interpolation-filters in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 stdDeviation flood-color flood-opacity radius baseFrequency numOctaves seed";

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(" "),
  allowedAttributes: { "*": ATTRIBUTES.split(" ") },
  // Text of these is dropped with them; everything else that isn't allowed only loses its tags.
  nonTextTags: ["script", "foreignObject", "iframe", "object", "metadata", "handler"],
  // Drawings carry their own rules, as `.a{fill:#123}`.
  allowVulnerableTags: true,
  // Places in the drawing (`#a`), and pictures in it. Other sites are never asked for anything.
  allowedSchemes: [],
  allowedSchemesByTag: { image: ["data"] },
  allowedSchemesAppliedToAttributes: ["href", "xlink:href"],
  allowProtocolRelative: false,
  selfClosing: [],
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
};

const CALLS = /@import|url\(\s*['"]?\s*(?!#|['"]?\s*#|data:image\/)/i;
/** Escapes, comments between, and functions that drawings don't need. */
const HIDDEN_CALLS = /\\|\/\*|(?:image|image-set|src|cross-fade|element)\(/i;
const STYLE_TEXTS = /<style\b[^>]*>([\s\S]*?)<\/style>|\s(?:style|fill|stroke|filter|mask|clip-path|marker-\w+)="([^"]*)"/g;
/** A drawing within the drawing, which nobody would have looked at. */
const NESTED = /data:image\/svg/i;

const stylesOf = (svg: string) =>
  [...svg.matchAll(STYLE_TEXTS)].map(([, sheet, attribute]) => sheet ?? attribute ?? "").join("\n");

/** Null if the text isn't an SVG, or hides something. Removes scripts, events, foreign content, and what is fetched from elsewhere. */
export function sanitizeSvg(text: string): string | null {
  const clean = (svg: string) => sanitizeHtml(svg, OPTIONS).trim();
  const once = clean(text.replace(/^\uFEFF/, ""));
  // What changes again was put together to appear only now.
  if (!/^<svg[\s>]/.test(once) || clean(once) !== once || CALLS.test(once)) return null;
  if (HIDDEN_CALLS.test(stylesOf(once)) || NESTED.test(once)) return null;
  return /^<svg[^>]*\sxmlns=/.test(once) ? once : once.replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
}
