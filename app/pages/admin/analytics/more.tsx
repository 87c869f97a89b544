const figures = new Intl.NumberFormat("en-US");

/** Says how many entries a list leaves out, and where they are. */
export function More({ shown, total, what }: { shown: number; total: number; what: string }) {
  return total > shown ? (
    <p className="stats-more">{`+${figures.format(total - shown)} more ${what}; the export has up to 1,000.`}</p>
  ) : null;
}
