import { darkPartner, type LookColors } from "./color-rules.ts";
import { FONT_PAIRS } from "./font-rules.ts";
import { SHIPPED_LOOK, type StyledLook } from "./look-rules.ts";

type ReadyLook = { label: string; note: string; look: StyledLook };

const colors = (accent: string, paper: string): LookColors => ({
  accent: { light: accent, dark: darkPartner("accent", accent) },
  paper: { light: paper, dark: darkPartner("paper", paper) },
});

const ready = (label: string, mood: string, look: StyledLook): ReadyLook => ({
  label,
  note: `${mood}. ${FONT_PAIRS[look.fonts].label}`,
  look,
});

/** The first one is the one that a site has until its owner chooses. */
export const READY_LOOKS = {
  dawn: ready("Dawn", "Warm and bookish", SHIPPED_LOOK),
  harbor: ready("Harbor", "Clear, with a line around each card", {
    ...SHIPPED_LOOK,
    ...colors("#0b62a8", "#f7f8fa"),
    fonts: "bitter",
    cards: "framed",
    sign: "none",
  }),
  orchard: ready("Orchard", "Green and roomy", {
    ...SHIPPED_LOOK,
    ...colors("#3d6b1f", "#f4f9f2"),
    fonts: "lora",
    cards: "tinted",
    sign: "none",
  }),
  press: ready("Press", "Black on white, like a paper", {
    ...SHIPPED_LOOK,
    ...colors("#3a3f47", "#ffffff"),
    fonts: "garamond",
    width: "narrow",
    sign: "none",
    hero: "plain",
  }),
  plum: ready("Plum", "Soft and a little loud", {
    ...SHIPPED_LOOK,
    ...colors("#8b3a8f", "#fdf5f4"),
    fonts: "fraunces",
    cards: "tinted",
    sign: "none",
  }),
  studio: ready("Studio", "Plain, without serifs", {
    ...SHIPPED_LOOK,
    ...colors("#4a4fc4", "#ffffff"),
    fonts: "figtree",
    cards: "framed",
    width: "wide",
    sign: "none",
    hero: "plain",
  }),
} satisfies Record<string, ReadyLook>;

export type ReadyLookName = keyof typeof READY_LOOKS;
export const READY_LOOK_NAMES = Object.keys(READY_LOOKS) as [ReadyLookName, ...ReadyLookName[]];
