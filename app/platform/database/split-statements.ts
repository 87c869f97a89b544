export type Statement = {
  /** The text as it is in the file, with the comments above it and without its semicolon. */
  text: string;
  /** The text as PostgreSQL reads it: comments are blanks, strings are empty. */
  code: string;
  comments: string[];
  line: number;
  /** What is in dollar quotes, such as the body of a function. */
  bodies: { text: string; line: number }[];
};

// As PostgreSQL's scanner sees them. In a standard string or a quoted name a doubled quote reads as two strings or names.
const PART =
  /--(?<comment>[^\n]*)|(?<block>\/\*)|[eE](?<escaped>'(?:[^'\\]+|\\[\s\S]|'')*'?)|(?<string>'[^']*'?)|(?<name>"[^"]*"?)|(?<tag>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<other>\d[\w.]*|[\s\S])/y;

/** Block comments may contain each other. */
function endOfBlock(sql: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 0, found = mark.exec(sql); found; found = mark.exec(sql)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}

/** Counts what may hold semicolons of its own: parentheses, and the body of a function without quotes (`begin atomic … end`). */
function createDepth() {
  let parentheses = 0;
  let blocks = 0;
  const words: string[] = [];
  return {
    isInside: () => parentheses > 0 || blocks > 0,
    take(part: string, isWord: boolean): void {
      if (part === "(") parentheses++;
      if (part === ")") parentheses--;
      if (!isWord) return;
      const word = part.toLowerCase();
      if (words.length < 4) words.push(word);
      if (!/^create (or replace )?(function|procedure)\b/.test(words.join(" "))) return;
      if (word === "begin" || (word === "case" && blocks > 0)) blocks++;
      if (word === "end" && blocks > 0) blocks--;
    },
  };
}

/** As PostgreSQL's "Lexical Structure": semicolons in strings, comments, dollar quotes and parentheses divide nothing. */
export function splitStatements(sql: string, firstLine = 1): Statement[] {
  const statements: Statement[] = [];
  let at = 0;
  let line = firstLine;
  while (at < sql.length) {
    const begin = at;
    const statement: Statement = { text: "", code: "", comments: [], line, bodies: [] };
    const depth = createDepth();
    while (at < sql.length) {
      PART.lastIndex = at;
      const { groups = {}, 0: part = "" } = PART.exec(sql) ?? {};
      let end = at + part.length;
      if (part === ";" && !depth.isInside()) break;
      if (groups.block) end = endOfBlock(sql, at);
      if (groups.tag) {
        const close = sql.indexOf(part, end);
        statement.bodies.push({ text: sql.slice(end, close < 0 ? undefined : close), line });
        end = close < 0 ? sql.length : close + part.length;
      }
      if (groups.comment !== undefined && statement.code.trim() === "") statement.comments.push(groups.comment.trim());
      const isCode = groups.comment === undefined && !groups.block;
      if (statement.code.trim() === "" && isCode && part.trim() !== "") statement.line = line;
      if (!isCode) statement.code += " ";
      else if (groups.string || groups.escaped || groups.tag) statement.code += "''";
      else statement.code += part;
      depth.take(part, groups.word !== undefined);
      line += sql.slice(at, end).split("\n").length - 1;
      at = end;
    }
    statement.text = sql.slice(begin, at);
    if (statement.code.trim() !== "") statements.push(statement);
    at += 1;
  }
  return statements;
}
