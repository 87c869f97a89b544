import { colorTokens, type LookColors, SHIPPED_COLORS, strongerAccent } from "./color-rules.ts";
import { type FontPair, fontStyles, SHIPPED_PAIR } from "./font-rules.ts";

export const CARD_STYLES = ["plain", "framed", "tinted"] as const;
export const TEXT_WIDTHS = ["narrow", "normal", "wide"] as const;
export const SIGNS = ["lark", "none", "logo", "symbol"] as const;
export const HEROES = ["landscape", "plain", "picture"] as const;

export type StyledLook = LookColors & {
  fonts: FontPair;
  cards: (typeof CARD_STYLES)[number];
  width: (typeof TEXT_WIDTHS)[number];
  sign: (typeof SIGNS)[number];
  hero: (typeof HEROES)[number];
};

/** Adds nothing to any page. */
export const SHIPPED_LOOK: StyledLook = {
  ...SHIPPED_COLORS,
  fonts: SHIPPED_PAIR,
  cards: "plain",
  width: "normal",
  sign: "lark",
  hero: "landscape",
};

const CARDS: Record<StyledLook["cards"], string> = {
  plain: "",
  framed:
    ".card.card.card{padding:var(--space-20);border:1px solid var(--line);border-radius:var(--radius-l)}" +
    ".card.card:hover{border-color:var(--line-strong)}",
  tinted: ".card.card.card{padding:var(--space-20);border:0;border-radius:var(--radius-l);background:var(--paper-2)}",
};

/** About 58 and 74 characters instead of 66. */
const MEASURES: Record<StyledLook["width"], string> = {
  narrow: ".story.story{--measure:36rem}",
  normal: "",
  wide: ".story.story{--measure:47rem}",
};

const NO_LARK = {
  all: ".brand-mark.brand-mark,.author-mark.author-mark{display:none}",
  home: ".profile-mark.profile-mark,.lark.lark{display:none}",
};

/** The logo replaces the name, or is a symbol next to it. The rules of the theme are those of the tokens. */
const LOGO =
  ".logo{flex:none;width:auto;max-width:min(15rem,52vw);height:2.25rem;object-fit:contain;object-position:left}" +
  ".logo-dark,[data-theme=dark] .logo-light{display:none}[data-theme=dark] .logo-dark{display:block}" +
  "@media (prefers-color-scheme:dark){:root:not([data-theme]) .logo-light{display:none}:root:not([data-theme]) .logo-dark{display:block}}";

const SYMBOL = ".logo-symbol{max-width:4rem;height:2rem}";

const PICTURE_HERO =
  ".hero.hero{background:none}.horizon.horizon,.lark.lark{display:none}.hero-picture{display:block;margin-top:var(--space-32)}" +
  ".hero-picture img{display:block;width:100%;aspect-ratio:4/3;border-radius:var(--radius-l);object-fit:cover}" +
  "@media (width>=48rem){.hero .hero-text{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:var(--gap);align-items:center}" +
  ".hero-text>*{grid-column:1}.hero-text>.hero-picture{grid-area:1/2/span 3;margin-top:0}.hero-text>h1{align-self:end}.hero-text>.hero-buttons{align-self:start}}";

const PLAIN_HERO =
  ".hero.hero{background:none;border-bottom:1px solid var(--line);padding-bottom:var(--section)}.horizon.horizon,.lark.lark{display:none}";

const HERO_STYLES: Record<StyledLook["hero"], string> = { landscape: "", plain: PLAIN_HERO, picture: PICTURE_HERO };

export const hasLogo = (sign: StyledLook["sign"]): boolean => sign === "logo" || sign === "symbol";

const HERO =
  ".hero{--glow:color-mix(in oklab,var(--dawn) 42%,var(--paper));--rose:color-mix(in oklab,var(--dawn) 13%,var(--paper))}" +
  ".horizon-far{fill:color-mix(in oklab,var(--dawn) 24%,var(--paper-3))}" +
  ".horizon-mid{fill:color-mix(in oklab,var(--dawn) 48%,light-dark(#8b93a5,#1a1d28))}" +
  ".horizon-near{fill:color-mix(in oklab,var(--dawn) 28%,light-dark(#22252e,#0d0f15))}";

/** `all`: for every page, because any can contain an article; `home`: what only Home needs. Both are empty for the shipped look. */
export function lookStyles({ accent, paper, fonts, cards, width, sign, hero }: StyledLook): { all: string; home: string } {
  const colors = colorTokens({ accent, paper });
  const { faces, tokens } = fontStyles(fonts);
  const all = tokens + colors;
  const buttons = colors.includes("--dawn:") ? `.button-solid{--ink:var(--dawn);--ink-2:${strongerAccent(accent)}}` : "";
  return {
    // Twice, so that it outweighs the product's own tokens wherever it comes.
    all:
      faces +
      (all ? `:root:root{${all.slice(0, -1)}}` : "") +
      buttons +
      MEASURES[width] +
      CARDS[cards] +
      (sign === "lark" ? "" : NO_LARK.all) +
      (hasLogo(sign) ? LOGO : "") +
      (sign === "symbol" ? SYMBOL : ""),
    home: (colors ? HERO : "") + (sign === "lark" ? "" : NO_LARK.home) + HERO_STYLES[hero],
  };
}
