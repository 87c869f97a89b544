import { SHARED_TABLES, WRITES_ANY_TABLE } from "./rules.mjs";

/** @typedef {import("./structure.mjs").Source} Source */
/** @typedef {import("./structure.mjs").Violation} Violation */

/** The noun that a file belongs to, or the folder of `app/`. */
const writerOf = (/** @type {string} */ path) =>
  /^app\/domain\/([^/]+)\//.exec(path)?.[1] ?? path.split("/").slice(0, 2).join("/");

/**
 * The writes of tables by other nouns than their owner, which is the noun with the most of them, and exceptions that nobody uses.
 * @param {Source[]} sources
 * @param {Record<string, Record<string, string>>} [shared] table → noun → reason
 * @returns {Violation[]}
 */
export function tableViolations(sources, shared = SHARED_TABLES) {
  /** @type {Map<string, Map<string, { path: string, line: number }[]>>} */
  const tables = new Map();
  for (const { path, isTest, writes } of sources) {
    const writer = writerOf(path);
    if (isTest || !path.startsWith("app/") || writer in WRITES_ANY_TABLE) continue;
    for (const { table, line } of writes) {
      const writers = tables.get(table) ?? new Map();
      writers.set(writer, [...(writers.get(writer) ?? []), { path, line }]);
      tables.set(table, writers);
    }
  }
  const unused = Object.entries(shared).flatMap(([table, nouns]) =>
    Object.keys(nouns)
      .filter((noun) => !tables.get(table)?.has(noun))
      .map((noun) => ({
        path: "bin/check/rules.mjs",
        line: 1,
        what: `SHARED_TABLES.${table} names ${noun}, which doesn't write it: take it out`,
      })),
  );
  const foreign = [...tables].flatMap(([table, writers]) => {
    const [owner, ...others] = [...writers]
      .filter(([writer]) => !Object.hasOwn(shared[table] ?? {}, writer))
      .sort(([, a], [, b]) => b.length - a.length);
    return others.flatMap(([writer, places]) =>
      places.map((place) => ({
        ...place,
        what: `writes ${table}, which is ${owner?.[0]}'s: call a capability of ${owner?.[0]}, or say why ${writer} writes it in SHARED_TABLES of bin/check/rules.mjs`,
      })),
    );
  });
  return [...foreign, ...unused];
}
