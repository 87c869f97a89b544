/** A generator of numbers in [0, 1) that gives the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const listOf = (text: string): string[] => text.split(" ");
const ONSETS = listOf(
  "b bl br c ch cl cr d dr f fl fr g gl gr h j k kn l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr tw v w wh y z",
);
const VOWELS = listOf("a e i o u ai au ay ea ee ei ey ie io oa oi oo ou ow ue y");
const CODAS = listOf(
  "b ck ct d f ft g k l ld lf lm lt m mp n nce nd ng nk nt p pt r rd rk rm rn rt s sh sk sp ss st t tch th x z",
);
const ENDINGS = ["", "", "", "", "s", "e", "ing", "ed", "er", "ion", "ly", "ment", "al", "ous", "ity", "ness", "able", "ive"];

/** Invented words, all different, with about as many different trigrams as a language; the frequent ones (first) are short. */
export function makeVocabulary(size: number, random: () => number): string[] {
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = 1 + Math.floor(random() * (words.size < 200 ? 1.3 : 2.6));
    let word = random() < 0.15 ? "" : pick(ONSETS);
    for (let i = 0; i < syllables; i++) word += `${i > 0 ? pick(ONSETS) : ""}${pick(VOWELS)}${random() < 0.6 ? pick(CODAS) : ""}`;
    word += pick(ENDINGS);
    if (word.length > 2) words.add(word);
  }
  return [...words];
}

/** Draws numbers below `size`; number k has a frequency of 1 / (k + 2.7), as words have (Zipf and Mandelbrot). */
export function zipfian(size: number, random: () => number): () => number {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let k = 0; k < size; k++) {
    sum += 1 / (k + 2.7);
    sums[k] = sum;
  }
  return () => {
    const at = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
