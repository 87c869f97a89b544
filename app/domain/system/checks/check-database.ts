import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { databaseFacts, wordsWithoutTrigrams } from "./checks.sql.ts";
import { failed, type Installation, ok, onDatabase, plural, type RunCheck, warning } from "./installation.ts";

const OLDEST = 15;
const MOST_CONNECTIONS = 0.8;

/** A crash of the machine with `fsync` off may cost the whole database. */
const unsafeSettings = (facts: { fsync: string; full_page_writes: string }) =>
  (["fsync", "full_page_writes"] as const).filter((name) => facts[name] !== "on");

export const databaseCheck: RunCheck = {
  name: "database",
  title: "Database",
  why: "It stores everything. While it is down, the site shows cached pages and can’t save anything.",
  async run({ database, config }: Installation) {
    if ("failure" in database) {
      const mend = config.databaseUrl
        ? "Start the database server, and check host, user, password and database of DATABASE_URL."
        : "Start the site (npm start) and read its messages. Details are in DATA_DIR/postgres/postgres.log.";
      return failed(database.failure, mend);
    }
    const { version, read_only } = await databaseFacts(database.db);
    const kind = config.databaseUrl ? "the server of DATABASE_URL" : "the embedded database";
    if (Number.parseInt(version, 10) < OLDEST)
      return failed(`PostgreSQL ${version} is too old.`, `Upgrade the server to PostgreSQL ${OLDEST} or newer.`);
    if (read_only)
      return failed(
        `PostgreSQL ${version} answers, but is read-only.`,
        "If it is a standby, name the primary server in DATABASE_URL, or promote it; otherwise set default_transaction_read_only to off.",
      );
    return ok(`PostgreSQL ${version} answers (${kind}).`);
  },
};

export const databaseSettingsCheck: RunCheck = {
  name: "database_settings",
  title: "Settings of the database",
  why: "They decide whether saved articles survive a power cut, and how many people the database can serve at once.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      const facts = await databaseFacts(db);
      const unsafe = unsafeSettings(facts);
      if (unsafe.length > 0)
        return failed(
          `${unsafe.join(" and ")} ${unsafe.length === 1 ? "is" : "are"} off: after a crash of the machine the database may be broken.`,
          `Set ${unsafe.join(" and ")} to on in postgresql.conf and reload the server.`,
        );
      const used = `${facts.connections} of ${facts.max_connections} connections are in use`;
      if (facts.connections >= facts.max_connections * MOST_CONNECTIONS)
        return warning(`${used}.`, "Raise max_connections of the server, or lower WORKERS.");
      if (facts.synchronous_commit === "off")
        return warning(
          "synchronous_commit is off: what was saved in the last second may be lost in a crash.",
          "Set synchronous_commit to on for this database or role.",
        );
      return ok(`fsync, full_page_writes and synchronous_commit (${facts.synchronous_commit}) are safe; ${used}.`);
    }),
};

export const databaseRightsCheck: RunCheck = {
  name: "database_rights",
  title: "Database permissions",
  why: "The site creates its own tables. A release that isn’t allowed to change them doesn’t start.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      const facts = await databaseFacts(db);
      const lacks = [
        ...(facts.may_create_tables ? [] : ["create tables in the schema public"]),
        ...(facts.may_create_schemas ? [] : ["create schemas in the database"]),
        ...(facts.foreign_tables === 0 ? [] : [`change ${plural(facts.foreign_tables, "table")} of another owner`]),
      ];
      if (lacks.length > 0)
        return failed(
          `The role of the site may not ${lacks.join(", nor ")}.`,
          "Make the role the owner: alter database … owner to …; reassign owned by … to …",
        );
      if (!facts.pg_trgm)
        return failed(
          "The extension pg_trgm is missing, which searches need.",
          "Install PostgreSQL’s contrib package, then run: create extension pg_trgm",
        );
      return ok("The role of the site may make and change its tables; the extension pg_trgm is there.");
    }),
};

/** Fewer words of the site than this share may be unknown to the database: names of elsewhere, emoji. */
const LOST_SHARE = 0.1;

export const databaseLettersCheck: RunCheck = {
  name: "database_letters",
  title: "Letters of the database",
  why: "A database finds words quickly only if it knows their letters.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      if (!(await databaseFacts(db)).pg_trgm)
        return { state: "warning", found: "This is unknown while the extension pg_trgm is missing.", mend: null };
      const { words, lost } = await wordsWithoutTrigrams(db);
      if (lost <= words * LOST_SHARE) return ok("The database knows the letters of the site’s words.");
      const place = installation.config.databaseUrl
        ? "with DATABASE_URL naming a new database that was created with LC_CTYPE C.UTF-8"
        : "with DATA_DIR naming a new folder";
      return warning(
        `The database doesn’t know the letters of ${plural(lost, "word")} of ${words}. Searches find them, but take up to four times as long.`,
        `Make a backup (npm run backup), stop the site, and restore the backup (npm run restore) ${place}.`,
      );
    }),
};

export const migrationsCheck: RunCheck = {
  name: "migrations",
  title: "Migrations",
  why: "They update the tables to what this release expects.",
  run: (installation) =>
    onDatabase(installation, async (_, { pendingMigrations }) => {
      try {
        const { length } = await pendingMigrations();
        if (length === 0) return ok("All migrations of this release are applied.");
        return warning(
          `${plural(length, "migration")} of this release ${length === 1 ? "is" : "are"} not applied yet.`,
          "Start the site: it applies them.",
        );
      } catch (error) {
        return failed((error as Error).message, "Start the release that the message names, or restore the file as it was.");
      }
    }),
};

export const standbyCheck: RunCheck = {
  name: "standby",
  title: "Standby",
  why: "A standby keeps your data safe if the server breaks, and takes over long reads.",
  run: (installation) =>
    onDatabase(installation, async (db, { standby }) => {
      const { names, connected } = await readStandbys(db);
      if (names !== "" && connected === 0)
        return failed(
          `Every save waits for a standby (synchronous_standby_names is “${names}”), and none is connected.`,
          "Start the standby, or set synchronous_standby_names to an empty text and reload the server.",
        );
      const waits = names === "" ? "" : ` Saves wait for a standby; ${plural(connected, "standby", "standbys")} connected.`;
      if (!standby) return ok(`No standby is read from: DATABASE_READ_URL isn’t set.${waits}`);
      const { fault, lagSeconds } = await standby();
      if (fault !== null)
        return warning(
          `The standby of DATABASE_READ_URL isn’t read from: ${fault || "it hasn’t answered yet"}.${waits}`,
          "Start the standby, or correct DATABASE_READ_URL. Until then the primary is read.",
        );
      const behind = lagSeconds ? `It is ${lagSeconds} s behind.` : "It has everything that the primary has.";
      return ok(`The standby of DATABASE_READ_URL is read from. ${behind}${waits}`);
    }),
};

/** Those that commits wait for: `synchronous_standby_names`, and how many are connected. */
async function readStandbys(db: Db): Promise<{ names: string; connected: number }> {
  const { rows } = await sql<{ names: string; connected: number }>`
    select current_setting('synchronous_standby_names') as names, (select count(*)::int
    from pg_stat_replication) as connected`.execute(db);
  return rows[0] ?? { names: "", connected: 0 };
}

/** ms that nobody notices; links and plans are off by that much. */
const NEAR_MS = 2000;
const FAR_MS = 60_000;

export const clockCheck: RunCheck = {
  name: "clock",
  title: "Clock",
  why: "Sign-ins, links in emails and planned articles depend on the time of this machine and of the database.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      // The first answer may wait for a connection.
      await databaseTime(db);
      const before = Date.now();
      const theirs = await databaseTime(db);
      const apart = Math.round(theirs - (before + Date.now()) / 2);
      const found = `The database’s clock is ${Math.abs(apart)} ms ${apart < 0 ? "behind" : "ahead of"} this machine’s.`;
      if (Math.abs(apart) < NEAR_MS) return ok(found);
      const mend = "Let both machines take their time from the network (timedatectl set-ntp true).";
      return Math.abs(apart) < FAR_MS ? warning(found, mend) : failed(found, mend);
    }),
};

async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return Number(rows[0]?.ms);
}

export const notificationsCheck: RunCheck = {
  name: "notifications",
  title: "Database notifications",
  why: "They tell each process right away what others have changed, so background work starts without delay.",
  run: (installation) =>
    onDatabase(installation, async (_, { hears }) =>
      (await hears())
        ? ok("A notification was sent and arrived.")
        : warning(
            "A notification was sent but didn’t arrive, so changes are seen after 1 to 2 seconds.",
            "Connect directly, or let the pooler in DATABASE_URL work in session mode.",
          ),
    ),
};
