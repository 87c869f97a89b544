/** How often a feature, or anything, was in good comments and in spam; older lessons weigh less. */
export type Counts = { good: number; spam: number };

/** In [0, 1]: 0.5 says nothing. `telling`: the features that say most for spam, the strongest first. */
export type Verdict = { score: number; telling: string[] };

/** As many lessons as are added to those about a feature, half of them good: little is believed of what was seen once. */
const DOUBT = 0.45;
/** Features whose chance differs less from one half are left out, and so are all but the most telling. */
const TELLING_MIN = 0.1;
const TELLING_MAX = 150;

/** The chance that a chi-squared variable of `2 * pairs` degrees of freedom is at least `value`. */
function chanceOfMore(value: number, pairs: number): number {
  let term = Math.exp(-value / 2);
  let sum = term;
  for (let n = 1; n < pairs; n += 1) {
    term *= value / 2 / n;
    sum += term;
  }
  return Math.min(1, sum);
}

/**
 * Naive Bayes: the chances of the single features, with Fisher's method of combining them (Robinson, “A Statistical Approach to the Spam
 * Problem”, 2003). Good comments and spam are taken to be equally frequent.
 * @param lessons how many there were of each kind, weighed like the counts
 */
export function scoreFeatures(features: readonly string[], counts: ReadonlyMap<string, Counts>, lessons: Counts): Verdict {
  const said: { feature: string; chance: number; distance: number }[] = [];
  for (const feature of features) {
    const { good, spam } = counts.get(feature) ?? { good: 0, spam: 0 };
    if (good + spam <= 0) continue;
    const inSpam = spam / Math.max(lessons.spam, spam);
    const inGood = good / Math.max(lessons.good, good);
    const seen = good + spam;
    const chance = (DOUBT / 2 + seen * ((spam && inSpam) / ((spam && inSpam) + (good && inGood)))) / (DOUBT + seen);
    const distance = Math.abs(chance - 0.5);
    if (distance >= TELLING_MIN) said.push({ feature, chance, distance });
  }
  if (said.length === 0) return { score: 0.5, telling: [] };
  const most = said.sort((a, b) => b.distance - a.distance).slice(0, TELLING_MAX);
  let good = 0;
  let spam = 0;
  for (const { chance } of most) {
    good += Math.log(chance);
    spam += Math.log(1 - chance);
  }
  const score = (1 + chanceOfMore(-2 * good, most.length) - chanceOfMore(-2 * spam, most.length)) / 2;
  return { score, telling: most.filter(({ chance }) => chance > 0.5).map(({ feature }) => feature) };
}
