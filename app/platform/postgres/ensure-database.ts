import pg from "pg";

/**
 * Makes the application's role and database if an interrupted first start left them out, and ends the connection.
 * @param client the superuser's connection. @param password the role's password, when connections need one.
 * @returns the server's release, "18.4".
 */
export async function ensureDatabase(client: pg.Client, password?: string): Promise<string> {
  try {
    const found = await client.query<{ version: string; role: boolean; database: boolean }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              exists (select from pg_roles where rolname = 'skylark') as role,
              exists (select from pg_database where datname = 'skylark') as database`,
    );
    const { version = "", role, database } = found.rows[0] ?? {};
    if (!role) await client.query(`create role skylark login ${password ? `password ${pg.escapeLiteral(password)}` : ""}`);
    if (!database) await client.query("create database skylark owner skylark");
    return version;
  } finally {
    await client.end();
  }
}
