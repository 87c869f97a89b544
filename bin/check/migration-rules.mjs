// What a migration must not do while the release before it serves. Locks: PostgreSQL's documentation, "Explicit Locking" and ALTER TABLE.
/** @typedef {import("./migrations.mjs").Look} Look */
/** @typedef {(look: Look) => string | string[] | undefined} Rule what is wrong, and how it is done instead */

const OR_SAFE = 'If it must be so, write "-- safe: <why>" above the statement.';
const CONTRACT =
  'The running release still uses it. Expand first: add the new beside the old, write both, fill in, read the new. Contract a release later, and then write "-- safe: <since when nothing uses it>" above; or write "-- breaks: earlier releases" at the top of the file, which takes every earlier instance out of service.';

/** Splits at commas outside of parentheses. */
function parts(/** @type {string} */ text) {
  const found = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (sign === "," && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found.map((one) => one.trim());
}

const ALTER = /^alter table (?:if exists )?(?:only )?([^\s]+)(?: \*)? (.*)$/;

/** The actions of `alter table` on a table that was there before this file. */
function actionsOn(/** @type {Pick<Look, "code" | "made">} */ { code, made }) {
  const [, table = "", actions = ""] = ALTER.exec(code) ?? [];
  return table === "" || made.has(table) ? [] : parts(actions).map((action) => ({ table, action }));
}

/** @param {(at: { table: string, action: string, look: Look }) => string | undefined} judge @returns {Rule} */
const eachAction = (judge) => (look) => actionsOn(look).flatMap((at) => judge({ ...at, look }) ?? []);

/** @param {RegExp} pattern its group is the table, if that may be new @param {string} what @returns {Rule} */
const statement = (pattern, what) => (look) => {
  const [found, table] = pattern.exec(look.code) ?? [];
  return found === undefined || (table !== undefined && look.made.has(table)) ? undefined : what;
};

const COLUMN =
  /^add (?:column )?(?:if not exists )?(?!constraint |primary key|unique\b|check\b|foreign key|exclude\b|not null)(\S+) (.*)$/;

/** @type {Rule[]} */
export const BREAKING = [
  statement(/^drop table (?:if exists )?(\S+)/, `It drops a table. ${CONTRACT}`),
  statement(/^drop (?:materialized )?view /, `It drops a view. ${CONTRACT}`),
  statement(
    /^drop (?:function|procedure|aggregate|type|domain|schema|sequence|extension|operator|collation) /,
    `It drops what statements of the running release may name. Functions with the same arguments are replaced by "create or replace". ${CONTRACT}`,
  ),
  statement(
    /^alter (?:view|materialized view|function|procedure|type|domain|sequence|schema|extension)\b.* (?:rename|set schema|drop (?:attribute|value))\b/,
    `It renames or drops what the running release may name. ${CONTRACT}`,
  ),
  statement(/^(?:alter table (?:if exists )?(?:only )?(\S+) disable row|revoke) /, `It takes away a right. ${CONTRACT}`),
  eachAction(({ action }) => (/^drop (?!constraint )/.test(action) ? `It drops a column. ${CONTRACT}` : undefined)),
  eachAction(({ action }) =>
    /^(rename (?!constraint )|set schema )/.test(action) ? `It renames or moves a table or column. ${CONTRACT}` : undefined,
  ),
  eachAction(({ action }) =>
    /^alter (column )?\S+ drop default$/.test(action)
      ? `Without the default, inserts of the running release fail if the column may not be null. ${CONTRACT}`
      : undefined,
  ),
  eachAction(({ action }) => {
    const [, , rest = ""] = COLUMN.exec(action) ?? [];
    if (!/\bnot null\b/.test(rest) || /\b(default|generated)\b/.test(rest)) return undefined;
    return `The running release inserts rows without this column, and there may be rows already. Give it a default, or let it be null. ${OR_SAFE}`;
  }),
];

const INDEX = /^create (unique )?index (concurrently )?(?:if not exists )?(?:(?!on\b)(\S+) )?on (?:only )?([^\s(]+)/;
const VOLATILE =
  /\bdefault .*\b(clock_timestamp|timeofday|random|random_normal|gen_random_uuid|uuidv4|uuidv7|uuid_generate_v\w+|nextval|setseed)\b/;

/** Whether rows are known not to be null: an earlier statement added the check, and another one validated it. */
function isNeverNull(/** @type {string} */ table, /** @type {string} */ column, /** @type {string[]} */ before) {
  const said = before.flatMap((code) => actionsOn({ code, made: new Set() })).filter((at) => at.table === table);
  const isCheck = new RegExp(`^add constraint (\\S+) check ?\\( ?\\(?${column} is not null\\)? ?\\)`);
  return said.some(({ action }) => {
    const [, name] = isCheck.exec(action) ?? [];
    return name && (!action.includes("not valid") || said.some((one) => one.action === `validate constraint ${name}`));
  });
}

const ADDED =
  'Add it with "not valid", which only looks at new rows, and validate it in the next migration ("alter table … validate constraint …"), which lets others write.';

/** @type {Rule[]} */
export const LOCKING = [
  ({ code, made, isAlone, before }) => {
    const [found, , concurrently, name, table = ""] = INDEX.exec(code) ?? [];
    if (!found || made.has(table)) return undefined;
    if (!concurrently)
      return `It stops all writes to ${table} until the index is made. Put "create index concurrently" into a file of its own that begins with "-- no transaction". ${OR_SAFE}`;
    if (!isAlone) return 'PostgreSQL makes no index concurrently in a transaction. Begin the file with "-- no transaction".';
    if (!name || !before.includes(`drop index concurrently if exists ${name}`))
      return `What fails half-way leaves an invalid index behind, and the next start runs the file again. Write "drop index concurrently if exists ${name ?? "<name>"};" before it.`;
    return undefined;
  },
  statement(
    /^reindex (?!.*\bconcurrently\b)/,
    `It locks the table. Write "reindex … concurrently" in a file with "-- no transaction". ${OR_SAFE}`,
  ),
  statement(/^(?:cluster\b|vacuum (?:\(?.*\b)?full\b)/, `It locks the table until all of it is written anew. ${OR_SAFE}`),
  statement(
    /^refresh materialized view (?!concurrently)/,
    `It stops everybody who reads the view. Refresh it concurrently. ${OR_SAFE}`,
  ),
  statement(/^lock (?:table )?(?:only )?(\S+)/, `It stops the running release for as long as the migration takes. ${OR_SAFE}`),
  statement(/^truncate (?:table )?(?:only )?(\S+)/, `It stops everybody who reads the table, and its rows are gone. ${OR_SAFE}`),
  ({ code, made }) => {
    const [, table = ""] = /^(?:update|delete from) (?:only )?([^\s]+)/.exec(code) ?? [];
    if (table === "" || made.has(table) || /\bwhere\b/.test(code)) return undefined;
    return `It locks every row of ${table} until the migration ends. Do it in parts, in a job or in a file with "-- no transaction" whose statements can be repeated, or narrow it with "where". ${OR_SAFE}`;
  },
  statement(/^execute\b/, `A statement that is put together can't be checked. Write it out. ${OR_SAFE}`),
  eachAction(({ action }) =>
    /^alter (column )?\S+ (set data )?type /.test(action)
      ? `It writes the whole table anew, and nobody may read it meanwhile. Add a column of the new type, write both, fill it in, and read it a release later. ${OR_SAFE}`
      : undefined,
  ),
  eachAction(({ table, action, look }) => {
    const [, column = ""] = /^alter (?:column )?(\S+) set not null/.exec(action) ?? [];
    if (column === "" || isNeverNull(table, column, look.before)) return undefined;
    return `It reads the whole table while nobody may use it. First "add constraint <name> check (${column} is not null) not valid", validate it in the next migration, then "set not null" is done at once. ${OR_SAFE}`;
  }),
  eachAction(({ action }) => {
    if (!/^add (constraint \S+ )?(check|foreign key|not null)\b/.test(action) || /\bnot valid\b/.test(action)) return undefined;
    return `It reads the whole table while nobody may write to it. ${ADDED} ${OR_SAFE}`;
  }),
  eachAction(({ action }) => {
    if (!/^add (constraint \S+ )?(primary key|unique|exclude)\b/.test(action) || /\busing index\b/.test(action)) return undefined;
    return `It makes an index while nobody may use the table. Make a unique index concurrently, then "add constraint … using index". ${OR_SAFE}`;
  }),
  eachAction(({ action }) => {
    const [, , rest = ""] = COLUMN.exec(action) ?? [];
    if (/\b(references|check|unique|primary key)\b/.test(rest))
      return `A constraint in the definition is checked against the whole table at once. Add the column, then the constraint. ${ADDED} ${OR_SAFE}`;
    if (/^(small|big)?serial\b|\bgenerated\b/.test(rest) || VOLATILE.test(rest))
      return `Every row gets a value of its own, so the whole table is written anew while nobody may use it. Add the column without, set the default for new rows, and fill in the others in parts. ${OR_SAFE}`;
    return undefined;
  }),
  eachAction(({ table, action, look }) => {
    const [, name = ""] = /^validate constraint (\S+)/.exec(action) ?? [];
    // `before` ends with the statements of this file.
    const isFresh =
      !look.isAlone && look.own.some((code) => code.includes(`add constraint ${name} `) && code.includes(` ${table} `));
    return name !== "" && isFresh
      ? `The lock of "add constraint" lasts until the end of the transaction, so this reads the whole table while nobody may write to it. Put it into the next migration. ${OR_SAFE}`
      : undefined;
  }),
  eachAction(({ action }) =>
    /^set (logged|unlogged|tablespace|access method)\b/.test(action)
      ? `It writes the whole table anew while nobody may use it. ${OR_SAFE}`
      : undefined,
  ),
];
