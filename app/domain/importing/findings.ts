import type { Tell } from "./items.ts";
import { FINDINGS_MAX, type ImportReport, noReport, type Outcome, type Thing } from "./model.ts";

const PLACE_MAX = 200;
const SENTENCE_MAX = 400;

/**
 * Gathers what an import tells. Told twice of the same place is told once.
 * @param before what it told before it was cut off
 */
export function createFindings(before: Partial<ImportReport> = {}) {
  const report: ImportReport = { ...noReport(), ...before, refusal: null };
  const told = new Set(report.findings.map(({ place, sentence }) => `${place}\n${sentence}`));
  const tell: Tell = (severity, place, sentence) => {
    const finding = {
      severity,
      place: place.slice(0, PLACE_MAX).toWellFormed().replaceAll("\0", ""),
      sentence: sentence.slice(0, SENTENCE_MAX).toWellFormed().replaceAll("\0", ""),
    };
    const key = `${finding.place}\n${finding.sentence}`;
    if (told.has(key)) return;
    report.found[severity] += 1;
    if (report.findings.length >= FINDINGS_MAX) return;
    told.add(key);
    report.findings.push(finding);
  };
  const count = (thing: Thing, outcome: Outcome, by = 1) => {
    report.counts[thing][outcome] += by;
  };
  return { report, tell, count };
}
export type Findings = ReturnType<typeof createFindings>;

/**
 * Findings whose counts are kept back until `count` lets them go: what is looked at ahead, or may fail, isn't counted yet.
 */
export function countLater(findings: Findings) {
  const kept: Parameters<Findings["count"]>[] = [];
  return {
    findings: { ...findings, count: (...one: Parameters<Findings["count"]>) => void kept.push(one) },
    count: () => {
      for (const one of kept.splice(0)) findings.count(...one);
    },
  };
}
