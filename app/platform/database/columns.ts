import { type RawBuilder, sql } from "kysely";

/** Columns of a table, as a `select` lists them. @param alias what the statement calls the table */
export const columnsOf = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
