import type { HeldReason } from "./filter.ts";
import type { Counts, Verdict } from "./score.ts";

const HOSTS_MAX = 2;
const WORDS_MAX = 3;
const SIGNS_MAX = 2;
const WORDLIKE = /^(?:word|pair):(.*)$/;
const SIGN = /^(?:account|speed|again|form|sign):/;

const named = (feature: string): string => feature.slice(feature.indexOf(":") + 1);

/** The words of an address say nothing beside its host, and a word that a longer reason contains says nothing more. */
function fewWords(telling: string[], hosts: string[]): string[] {
  const ofAddresses = new Set(["http", "https", "www", ...hosts.flatMap((host) => named(host).split(/[.-]/))]);
  const says = (word: string) => /\p{L}/u.test(word) && !word.split(" ").some((one) => ofAddresses.has(one));
  const words = telling.flatMap((feature) => WORDLIKE.exec(feature)?.slice(1) ?? []).filter(says);
  const chosen: string[] = [];
  for (const word of words) {
    if (chosen.length === WORDS_MAX) break;
    if (!chosen.some((one) => ` ${one} `.includes(` ${word} `) || ` ${word} `.includes(` ${one} `))) chosen.push(word);
  }
  return chosen;
}

/** As data: the back office says it in words. */
export function reasonsOf({ telling }: Verdict, counts: ReadonlyMap<string, Counts>): HeldReason[] {
  const hosts = telling.filter((feature) => feature.startsWith("host:")).slice(0, HOSTS_MAX);
  const words = fewWords(telling, hosts);
  return [
    ...hosts.map((feature) => {
      const times = Math.max(1, Math.round(counts.get(feature)?.spam ?? 0));
      return { kind: "host" as const, host: named(feature), times };
    }),
    ...(words.length > 0 ? [{ kind: "words" as const, words }] : []),
    ...telling
      .filter((feature) => SIGN.test(feature))
      .slice(0, SIGNS_MAX)
      .map((sign) => ({ kind: "sign" as const, sign })),
  ];
}
