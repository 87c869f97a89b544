/** @typedef {{ specifier: string, line: number, typeOnly: boolean }} Import */

const REGEX_MAY_FOLLOW = /(^|[=(,:[!&|?{};<>+*%~^-]|\b(return|typeof|case|in|of|void|delete|await|yield))\s*$/;

/** Where the quoted text that opens at `start` ends: behind its closing quote, or at the end of the line. */
const endOfQuoted = (/** @type {string} */ text, /** @type {number} */ start) => {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start] && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  // An apostrophe in JSX text closes nothing, so it opens nothing either.
  return text[at] === text[start] ? at + 1 : start + 1;
};

/** Where a template literal ends that opens at `start`; what stands in `${}` counts as part of it. */
const endOfTemplate = (/** @type {string} */ text, /** @type {number} */ start) => {
  let at = start + 1;
  while (at < text.length && text[at] !== "`") {
    if (text.startsWith("${", at)) {
      let depth = 1;
      at += 2;
      while (at < text.length && depth > 0) {
        if (text[at] === "`") at = endOfTemplate(text, at) - 1;
        else if (text[at] === "{") depth++;
        else if (text[at] === "}") depth--;
        at++;
      }
    } else at += text[at] === "\\" ? 2 : 1;
  }
  return at + 1;
};

const endOfRegex = (/** @type {string} */ text, /** @type {number} */ start) => {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") inClass = true;
    else if (text[at] === "]") inClass = false;
    else if (text[at] === "/" && !inClass) return at + 1;
  }
  return start + 1;
};

const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, " ");

/**
 * Splits a source text into what runs, what is quoted and what is said about it; each has the length of the whole, with
 * blanks where the rest stood, so that positions stay.
 * @param {string} text TypeScript or JavaScript, with or without JSX
 * @returns {{ code: string, quoted: string, comments: string }} `quoted` is the code with its "…" and '…' left in
 */
export function splitSource(text) {
  let code = "";
  let quoted = "";
  let comments = "";
  for (let at = 0; at < text.length; ) {
    const two = text.slice(at, at + 2);
    const one = text[at] ?? "";
    let end = at + 1;
    let kind = "code";
    if (two === "//" && text[at - 1] !== ":") {
      end = text.indexOf("\n", at);
      if (end < 0) end = text.length;
      kind = "comment";
    } else if (two === "/*") {
      end = text.indexOf("*/", at);
      end = end < 0 ? text.length : end + 2;
      kind = "comment";
    } else if (one === '"' || one === "'") {
      end = endOfQuoted(text, at);
      kind = end > at + 1 ? "quoted" : "code";
    } else if (one === "`") {
      end = endOfTemplate(text, at);
      kind = "hidden";
    } else if (one === "/" && REGEX_MAY_FOLLOW.test(code.slice(-40))) {
      end = endOfRegex(text, at);
      kind = end > at + 1 ? "hidden" : "code";
    }
    const part = text.slice(at, end);
    code += kind === "code" ? part : blank(part);
    quoted += kind === "code" || kind === "quoted" ? part : blank(part);
    comments += kind === "comment" ? part : blank(part);
    at = end;
  }
  return { code, quoted, comments };
}

/**
 * The number of the line, from 1, on which a position stands.
 * @param {string} text
 * @param {number} position from 0
 * @returns {number}
 */
export const lineAt = (text, position) => text.slice(0, position).split("\n").length;

const STATIC = /(?:^|[;\n])[ \t]*((?:import|export)\b(?:[^"';=()]*?\bfrom)?[ \t\n]*)["']([^"'\n]+)["']/g;
const DYNAMIC = /\bimport[ \t\n]*\([ \t\n]*["']([^"'\n]+)["']/g;

/**
 * What a source imports: `import`, `export … from`, `import()` with a constant, and `import("…")` in types.
 * @param {{ code: string, quoted: string }} source as splitSource gives it
 * @returns {Import[]} in the order of their lines
 */
export function importsOf({ code, quoted }) {
  /** @type {Import[]} */
  const found = [];
  for (const match of quoted.matchAll(STATIC)) {
    const head = match[1] ?? "";
    const names = head
      .match(/\{([^}]*)\}/)?.[1]
      ?.split(",")
      .map((name) => name.trim());
    const allTypes =
      /^(import|export)\s*\{/.test(head) && !!names?.length && names.every((name) => !name || name.startsWith("type "));
    const typeOnly = /^(import|export)\s+type\b/.test(head) || allTypes;
    const offset = match[0].search(/import|export/);
    if (!/^[ie]/.test(code.slice(match.index + offset))) continue;
    found.push({ specifier: match[2] ?? "", line: lineAt(quoted, match.index + offset), typeOnly });
  }
  for (const match of quoted.matchAll(DYNAMIC)) {
    // A quoted text may speak of imports too.
    if (!code.startsWith("import", match.index)) continue;
    found.push({ specifier: match[1] ?? "", line: lineAt(quoted, match.index), typeOnly: false });
  }
  return found.sort((a, b) => a.line - b.line);
}
