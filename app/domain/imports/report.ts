import type { ArchivedSetting } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import {
  FINDINGS_MAX,
  type Finding,
  type FindingGroup,
  type ImportReport,
  noReport,
  type Outcome,
  SEVERITIES,
  type Thing,
} from "./import-rules.ts";
import type { Report } from "./items.ts";

const PLACE_MAX = 200;
const SENTENCE_MAX = 400;

const storable = (text: string, max: number) => cutText(text, max).replaceAll("\0", "");
const keyOf = ({ place, sentence }: Finding) => `${place}\n${sentence}`;

/** Counts and findings of one step, each finding once; added to the report after the step. */
export class Notes {
  readonly counts: [thing: Thing, outcome: Outcome, by: number][] = [];
  readonly findings: Finding[] = [];
  readonly removed: [thing: Thing, by: number][] = [];
  settings: ArchivedSetting[] | undefined;
  readonly #keys = new Set<string>();

  readonly count = (thing: Thing, outcome: Outcome, by = 1): void => {
    this.counts.push([thing, outcome, by]);
  };

  readonly remove = (thing: Thing, by: number): void => {
    this.removed.push([thing, by]);
  };

  readonly report: Report = (severity, place, sentence) => {
    const finding = { severity, place: storable(place, PLACE_MAX), sentence: storable(sentence, SENTENCE_MAX) };
    if (this.#keys.has(keyOf(finding))) return;
    this.#keys.add(keyOf(finding));
    this.findings.push(finding);
  };

  add({ counts, findings }: Pick<Notes, "counts" | "findings">): void {
    for (const [thing, outcome, by] of counts) this.count(thing, outcome, by);
    for (const { severity, place, sentence } of findings) this.report(severity, place, sentence);
  }
}

/** The parts of a sentence that differ within a group: what is quoted, addresses, paths and numbers. */
const PARTS = /“[^”]*(?:”|$)|https?:\/\/[^\s“”]*[^\s“”.,:;)]|(?<=^|\s)\/[^\s“”]*[^\s“”.,:;)]|\d+(?:[.,]\d+)*/g;

/** A list of such parts counts as one part. */
export const groupOf = (sentence: string): string =>
  sentence
    .replace(PARTS, "…")
    .replace(/…(?:, …)+/g, "…")
    .replace(/…\.$/, "…");

export const byWeight = (a: FindingGroup, b: FindingGroup): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.count - a.count;

const OTHERS = "More findings of other kinds.";

function countIn(report: ImportReport, groups: Map<string, FindingGroup>, { severity, sentence }: Finding): FindingGroup {
  const find = (text: string) => groups.get(`${severity}\n${text}`);
  const text = groups.size < FINDINGS_MAX.groups || find(groupOf(sentence)) ? groupOf(sentence) : OTHERS;
  let group = find(text);
  if (!group) {
    group = { severity, sentence: text, count: 0 };
    groups.set(`${severity}\n${text}`, group);
    report.groups.push(group);
  }
  group.count += 1;
  return group;
}

/** @param before the report before the import was interrupted */
export function createReport(before: Partial<ImportReport> = {}) {
  const report: ImportReport = { ...noReport(), ...before, refusal: null };
  report.groups = [...report.groups];
  const groups = new Map(report.groups.map((group) => [`${group.severity}\n${group.sentence}`, group]));
  const reported = new Set(report.findings.map(keyOf));
  const add = ({ counts, findings, settings, removed }: Notes) => {
    for (const [thing, by] of removed) if (report.removed) report.removed[thing] += by;
    if (settings) report.settings = settings;
    for (const [thing, outcome, by] of counts) report.counts[thing][outcome] += by;
    for (const finding of findings) {
      if (reported.has(keyOf(finding))) continue;
      report.found[finding.severity] += 1;
      const { count } = countIn(report, groups, finding);
      if (count > FINDINGS_MAX.group || report.findings.length >= FINDINGS_MAX.all) continue;
      reported.add(keyOf(finding));
      report.findings.push(finding);
    }
  };
  return { report, add };
}

/** Without the findings of some groups, which are searched for again. */
export function withoutGroups(before: Partial<ImportReport>, isGone: (sentence: string) => boolean): ImportReport {
  const report: ImportReport = { ...noReport(), ...before };
  const found = { ...report.found };
  for (const { severity, sentence, count } of report.groups) if (isGone(sentence)) found[severity] -= count;
  return {
    ...report,
    found,
    groups: report.groups.filter(({ sentence }) => !isGone(sentence)),
    findings: report.findings.filter(({ sentence }) => !isGone(groupOf(sentence))),
  };
}
