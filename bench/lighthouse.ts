import lighthouse, { type Result } from "lighthouse";
import { withChromium } from "./chromium.ts";
import { median, type Row } from "./row.ts";
import { ARTICLE, withSite } from "./site.ts";

export const title = "Lighthouse, mobile, the median of five";

const PAGES = ["/", ARTICLE, "/view-all"];
const RUNS = 5;
/** On a busy machine Chromium sometimes records no start of the navigation; then Lighthouse runs again. */
const TRIES = 4;
const TARGETS: Record<string, number> = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
const NUMBERS = { "largest-contentful-paint": "ms", "total-blocking-time": "ms", "cumulative-layout-shift": "" };

/** Details of a failed audit are printed up to this length, in characters. */
const ENOUGH = 2_000;

export async function run(): Promise<Row[]> {
  return withSite(async (site) => {
    const rows: Row[] = [];
    for (const path of PAGES) {
      const results: Result[] = [];
      for (let i = 0; i < RUNS; i++) results.push(await audit(site.address + path));
      rows.push(...rowsFor(path, results));
      complain(path, results);
    }
    return rows;
  });
}

/** Audits a page in a new browser. */
async function audit(url: string): Promise<Result> {
  let problem = "it says nothing";
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await withChromium(({ port }) =>
      lighthouse(url, { port, logLevel: "silent", output: "json", onlyCategories: Object.keys(TARGETS) }),
    );
    if (answer && !answer.lhr.runtimeError) return answer.lhr;
    problem = answer?.lhr.runtimeError?.message ?? problem;
  }
  throw new Error(`Lighthouse could not judge ${url}: ${problem}`);
}

function rowsFor(path: string, results: Result[]): Row[] {
  const scores = Object.entries(TARGETS).map(([id, least]) => ({
    measure: `${path}: ${id}`,
    value: Math.round(median(results.map(({ categories }) => categories[id]?.score ?? 0)) * 100),
    unit: "of 100",
    target: least === 100 ? "100" : `≥ ${least}`,
  }));
  const numbers = Object.entries(NUMBERS).map(([id, unit]) => ({
    measure: `${path}: ${id.replaceAll("-", " ")}`,
    value: median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)),
    unit,
  }));
  return [...scores, ...numbers];
}

/** Prints what keeps a category from its full score, with the details of Lighthouse. */
function complain(path: string, results: Result[]): void {
  const seen = new Set<string>();
  for (const { categories, audits } of results) {
    for (const category of Object.values(categories)) {
      for (const { id, weight } of category.auditRefs) {
        const found = audits[id];
        if (
          !found ||
          weight === 0 ||
          found.score === null ||
          found.score >= (category.id === "performance" ? 0.9 : 1) ||
          seen.has(id)
        )
          continue;
        seen.add(id);
        const items =
          found.details && "items" in found.details ? JSON.stringify(found.details.items, null, 1).slice(0, ENOUGH) : "";
        console.log(`${path} · ${category.id} · ${id} (${found.score}): ${found.title}. ${found.displayValue ?? ""}\n${items}`);
      }
    }
  }
}
