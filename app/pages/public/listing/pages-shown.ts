/**
 * The page numbers worth a link: the first, the last, the current one and its neighbours.
 * @param page the current page, from 1; may lie beyond the end
 * @param pages how many there are, at least 1
 * @returns the numbers in order; null stands for a gap of two pages or more
 */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const current = Math.min(page, pages);
  const wanted = [1, current - 1, current, current + 1, pages].filter((one) => one >= 1 && one <= pages);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1];
    if (before === undefined || one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
