/** Pointed Hebrew and Tibetan need this many on a letter; more run over the lines around them. */
const MARKS_MAX = 4;

const BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Letters and signs that look like a blank, or like nothing. */
const FILLER = /[\u115f\u1160\u2800\u3164\uffa0]/u;

/** Joiners of scripts that need them within words, such as Persian and Hindi. Between Latin letters they only hide. */
const OTHER_LETTER = "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]";
const JOINER = new RegExp(`(?<=${OTHER_LETTER})[\\u200c\\u200d](?=${OTHER_LETTER})`, "gu");

/** Emoji that may be joined, and the tags after a flag, which name a part of a country. */
const PART = "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]*";
const EMOJI = new RegExp(`${PART}(?:\\u200d${PART})*`, "gu");
const FLAG = /(?<=\u{1f3f4})[\u{e0030}-\u{e007a}]{2,6}\u{e007f}/gu;

const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MARKS_MAX + 1}}`, "u");

const NOTHING_VISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}]+$/u;

/**
 * A name must not pass for another one, or disturb what stands around it. Emoji of several parts and the joiners within words are fine.
 * @returns the rule, to be put after the name of the field
 */
export function nameFault(name: string): string | null {
  if (BREAK.test(name)) return "must be a single line of text";
  const plain = name.replace(FLAG, "").replace(EMOJI, "").replace(JOINER, "");
  if (/\p{Cf}/u.test(plain) || FILLER.test(plain) || NOTHING_VISIBLE.test(name)) return "must not contain invisible characters";
  return TOO_MANY_MARKS.test(plain) ? `must have at most ${MARKS_MAX} accents on a letter` : null;
}

/** @param field what the message begins with */
export const checkName =
  (field = "") =>
  (name: string, { addIssue }: { addIssue(message: string): void }): void => {
    const fault = name === "" ? null : nameFault(name);
    if (fault) addIssue(field + fault);
  };
