import { type RawBuilder, sql } from "kysely";

export const columnsOf = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
