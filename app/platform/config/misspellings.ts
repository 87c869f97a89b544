/** How many letters have to be put in, left out, replaced or swapped with their neighbour to get from one word to the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1
          : Number.POSITIVE_INFINITY;
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1), swapped);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const looksLike = (name: string, known: string) => {
  // Short names have many innocent neighbours (HOST and HOSTS, PORT and SORT), so they are given less room.
  const room = known.length < 6 ? 1 : 2;
  return name.slice(0, 3) === known.slice(0, 3) && editDistance(name, known) <= room;
};

/**
 * The variables that look like misspelt names of ours.
 * @param present the names in the environment
 * @param known the names that the product reads
 * @returns a sentence for each
 */
export function misspellings(present: readonly string[], known: readonly string[]): string[] {
  return present.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((candidate) => !present.includes(candidate) && looksLike(name.toUpperCase(), candidate));
    return meant ? [`The environment variable ${name} is not known; is ${meant} meant?`] : [];
  });
}
