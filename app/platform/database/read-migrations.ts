import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A numbered SQL file; its checksum is that of its text whatever the line ends are. */
export type Migration = { version: number; name: string; sql: string; checksum: string };

/** What is wrong with the migrations, for a person; print it without its stack. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/**
 * Reads `0001_name.sql`, `0002_name.sql`, … in order.
 * @throws MigrationError when a number is missing or given twice, or an .sql file isn't named like that.
 */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = await readdir(dir).catch((error) => {
    throw new MigrationError(`The migrations can't be read from ${dir}: ${error.message}`, { cause: error });
  });
  const migrations: Migration[] = [];
  for (const name of names.filter((file) => file.endsWith(".sql")).sort()) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new MigrationError(`${name} in ${dir} is not named like a migration: 0001_what_it_does.sql`);
    const sql = (await readFile(join(dir, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ version: Number(number), name, sql, checksum: createHash("sha256").update(sql).digest("hex") });
  }
  migrations.forEach(({ version, name }, index) => {
    const twin = migrations[index - 1];
    if (twin?.version === version) throw new MigrationError(`Two migrations have the same number: ${twin.name} and ${name}`);
    if (version !== index + 1) {
      throw new MigrationError(`The migration ${String(index + 1).padStart(4, "0")} is missing in ${dir}: next comes ${name}`);
    }
  });
  return migrations;
}
