import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitStatements } from "../../app/platform/database/split-statements.ts";
import { BREAKING, LOCKING } from "./migration-rules.mjs";

/** @typedef {import("./structure.mjs").Violation} Violation */
/** @typedef {import("../../app/platform/database/split-statements.ts").Statement} Statement */
/**
 * A statement as the rules see it: lower case without comments and strings, one blank between words, no `public.`.
 * @typedef {{ code: string, made: Set<string>, isAlone: boolean, own: string[], before: string[] }} Look
 *   `made`: tables that the same file creates; `isAlone`: outside of a transaction; `own`: the file's statements until here; `before`: those of
 *   earlier files, too
 */

/** The last migration that was written before there were rules. */
const LAST_WITHOUT_RULES = 61;
const FOLDER = "db/migrations";
const HEADERS = ["breaks: earlier releases", "no transaction"];

const normal = (/** @type {string} */ code) =>
  code
    // A quoted name that needs no quotes is the same name.
    .replace(/"([a-z_][a-z0-9_]*)"/g, "$1")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\bpublic ?\. ?/g, "")
    .trim();

const tableMade = (/** @type {string} */ code) =>
  /^create (?:(?:global |local )?(?:temp|temporary|unlogged) )?table (?:if not exists )?([^\s(]+)/.exec(code)?.[1];

/** Every statement that runs: those in `do` blocks, too, but not the bodies of functions. */
function* statementsOf(/** @type {string} */ sql, line = 1) {
  for (const statement of splitStatements(sql, line)) {
    yield statement;
    if (!/^do\b/.test(normal(statement.code))) continue;
    // In plain quotes it can't be told from other strings.
    if (statement.bodies.length === 0) yield { ...statement, code: "execute" };
    for (const body of statement.bodies) {
      // Statements of PL/pgSQL stand behind words of its own.
      for (const inner of splitStatements(body.text, body.line)) {
        const code = normal(inner.code).replace(
          /^.*?\b(begin|then|else|loop) (?=alter|create|drop|truncate|update|delete|lock|execute)/,
          "",
        );
        yield { ...inner, code, comments: [...statement.comments, ...inner.comments] };
      }
    }
  }
}

/** What is wrong with the lines above the first statement: one that is meant as a header and isn't read as one. */
function headerViolations(/** @type {string} */ path, /** @type {string} */ sql) {
  return sql.split("\n").flatMap((text, at) => {
    const said = /^\s*--\s*((?:breaks|no[ -]?transaction)\b.*)$/i.exec(text)?.[1]?.trim();
    if (said === undefined || HEADERS.includes(said)) return [];
    const what = `This line says something about the file only if it is "-- ${HEADERS.join('" or "-- ')}".`;
    return [{ path, line: at + 1, what }];
  });
}

/** A reason for a statement that is as it has to be: `-- safe: …`, long enough to say something. */
const isExcused = (/** @type {Statement} */ { comments }) => comments.some((text) => /^safe: .{15,}/.test(text));

/**
 * Holds one migration against the rules for rolling upgrades.
 * @param {string} path its path, for the report
 * @param {string} sql its text
 * @param {string[]} [earlier] the statements of earlier migrations
 * @returns {{ violations: Violation[], statements: string[] }} `statements`: earlier and own ones, for the next migration
 */
export function checkMigration(path, sql, earlier = []) {
  const statements = [...statementsOf(sql)];
  const head = splitStatements(sql)[0]?.comments ?? [];
  const [isBreaking, isAlone] = HEADERS.map((header) => head.includes(header));
  const made = new Set(statements.flatMap(({ code }) => tableMade(normal(code)) ?? []));
  /** @type {string[]} */
  const own = [];
  const violations = headerViolations(path, sql);
  for (const statement of statements) {
    const code = normal(statement.code);
    const look = { code, made, isAlone: isAlone ?? false, own, before: [...earlier, ...own] };
    const whats = [...(isBreaking ? [] : BREAKING), ...LOCKING].flatMap((rule) => rule(look) ?? []);
    if (!isExcused(statement)) violations.push(...whats.map((what) => ({ path, line: statement.line, what })));
    own.push(code);
  }
  return { violations, statements: [...earlier, ...own] };
}

/**
 * Holds all migrations against the rules.
 * @param {string} root the project's folder
 * @returns {{ violations: Violation[], files: number }}
 */
export function checkMigrations(root) {
  const names = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith(".sql"));
  /** @type {Violation[]} */
  const violations = [];
  /** @type {string[]} */
  let earlier = [];
  for (const name of names.sort()) {
    const checked = checkMigration(`${FOLDER}/${name}`, readFileSync(join(root, FOLDER, name), "utf8"), earlier);
    if (Number.parseInt(name, 10) > LAST_WITHOUT_RULES) violations.push(...checked.violations);
    earlier = checked.statements;
  }
  return { violations, files: names.length };
}
