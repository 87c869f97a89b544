import { sql } from "kysely";

export const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`;
