import type { ArchivedSetting } from "../settings/settings.ts";
import { FINDINGS_MAX, type Finding, type ImportReport, noReport, type Outcome, type Thing } from "./import-rules.ts";
import type { Tell } from "./items.ts";

const PLACE_MAX = 200;
const SENTENCE_MAX = 400;

const storable = (text: string, max: number) => text.slice(0, max).toWellFormed().replaceAll("\0", "");
const keyOf = ({ place, sentence }: Finding) => `${place}\n${sentence}`;

/** The counts and findings of one step of an import, each finding once. They are added to the report after the step. */
export class Notes {
  readonly counts: [thing: Thing, outcome: Outcome, by: number][] = [];
  readonly findings: Finding[] = [];
  /** of one of our own archives, each with why it isn't taken over */
  settings: ArchivedSetting[] | undefined;
  readonly #keys = new Set<string>();

  readonly count = (thing: Thing, outcome: Outcome, by = 1): void => {
    this.counts.push([thing, outcome, by]);
  };

  readonly tell: Tell = (severity, place, sentence) => {
    const finding = { severity, place: storable(place, PLACE_MAX), sentence: storable(sentence, SENTENCE_MAX) };
    if (this.#keys.has(keyOf(finding))) return;
    this.#keys.add(keyOf(finding));
    this.findings.push(finding);
  };

  /** Adds the notes of another step. */
  add({ counts, findings }: Pick<Notes, "counts" | "findings">): void {
    for (const [thing, outcome, by] of counts) this.count(thing, outcome, by);
    for (const { severity, place, sentence } of findings) this.tell(severity, place, sentence);
  }
}

/**
 * The report of an import as it grows: notes are added step by step.
 * @param before the report before the import was interrupted
 */
export function createReport(before: Partial<ImportReport> = {}) {
  const report: ImportReport = { ...noReport(), ...before, refusal: null };
  const told = new Set(report.findings.map(keyOf));
  const add = ({ counts, findings, settings }: Notes) => {
    if (settings) report.settings = settings;
    for (const [thing, outcome, by] of counts) report.counts[thing][outcome] += by;
    for (const finding of findings) {
      if (told.has(keyOf(finding))) continue;
      report.found[finding.severity] += 1;
      // Only the first findings are stored.
      if (report.findings.length >= FINDINGS_MAX) continue;
      told.add(keyOf(finding));
      report.findings.push(finding);
    }
  };
  return { report, add };
}
