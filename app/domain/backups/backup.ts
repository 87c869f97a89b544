import { z } from "zod";
import { component, count, EXAMPLE, exampleOf, pagedShape } from "../schema-fields.ts";
import { BACKUP_KINDS, BACKUP_PLACES, BACKUP_PROOFS, BACKUP_STATES, BACKUP_STEPS, FIRST_HOUR } from "./backup-rules.ts";

const time = z.string().meta({ format: "date-time" });

const kind = z.enum(BACKUP_KINDS).describe("Why it was made: by the schedule, manually, or before the migrations of an upgrade");
const place = z
  .enum(BACKUP_PLACES, `must be one of ${BACKUP_PLACES.join(", ")}`)
  .describe("`disk`: `DATA_DIR/backups`; `external`: where `BACKUP_URL` points");

export const backup = component(
  "Backup",
  z.object({
    id: z.string(),
    name: z.string().describe("The file's name"),
    place,
    address: z.string().describe("The name that `npm run restore` takes: a path, or a bucket’s URL without keys"),
    kind,
    state: z.enum(BACKUP_STATES),
    step: z.enum(BACKUP_STEPS).nullable().describe("The current step"),
    done: count.describe("Tables or files that are done in this step"),
    total: count.describe("How many there are in this step; 0 where that isn’t known"),
    bytes: count.nullable(),
    sha256: z.string().nullable().describe("Of the whole file; null if the site didn’t write it"),
    rows: count.nullable().describe("Rows of the database in it"),
    files: count.nullable().describe("Images’ files in it"),
    is_encrypted: z.boolean(),
    is_here: z.boolean().describe("Whether this server can reach the file"),
    error: z.string().nullable().describe("Why it failed"),
    proof: z.enum(BACKUP_PROOFS).describe("The result of restoring it into a scratch database and comparing everything"),
    proof_tried_at: time.nullable(),
    proof_error: z.string().nullable().describe("What differed, or why it couldn’t be restored"),
    requested_by: z.string().nullable().describe("The admin’s email address"),
    created_at: time,
    begun_at: time.nullable(),
    ended_at: time.nullable(),
  }),
  {
    id: EXAMPLE.id,
    name: "skylark-2025-03-14T030000Z-scheduled.tar.zst",
    place: "disk",
    address: "/srv/skylark/data/backups/skylark-2025-03-14T030000Z-scheduled.tar.zst",
    kind: "scheduled",
    state: "done",
    step: null,
    done: 0,
    total: 0,
    bytes: 81_204_112,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    rows: 47_903,
    files: 308,
    is_encrypted: false,
    is_here: true,
    error: null,
    proof: "proven",
    proof_tried_at: EXAMPLE.date,
    proof_error: null,
    requested_by: null,
    created_at: EXAMPLE.date,
    begun_at: EXAMPLE.date,
    ended_at: EXAMPLE.date,
  },
);
export type Backup = z.infer<typeof backup>;

export const backupList = component("BackupPage", pagedShape(backup));
export type BackupPage = z.infer<typeof backupList>;

const HOUR_RULE = "Hour must be a whole number from 0 to 23";

export const backupScheduleInput = z.strictObject({
  automatic: z
    .boolean("Automatic backups must be on or off")
    .describe("Whether backups are made, rotated and verified automatically"),
  hour: z.int(HOUR_RULE).min(0, HOUR_RULE).max(23, HOUR_RULE).describe(`In the site’s time zone; ${FIRST_HOUR} at first`),
  place,
  version: z.int("Version must be the number that the schedule was read with").min(1),
});
export type BackupScheduleInput = z.infer<typeof backupScheduleInput>;

const backupWarning = z.object({
  code: z.enum(["failed", "broken", "unproven"]),
  message: z.string(),
});
export type BackupWarning = z.infer<typeof backupWarning>;

const moment = z.object({ id: z.string(), at: time, bytes: count.nullable() }).nullable();

export const backupHealth = component(
  "BackupHealth",
  z.object({
    automatic: z.boolean(),
    last: moment.describe("The newest backup that is whole; `at`: when it began"),
    proven: moment.describe("The newest verification; `at`: when the backup was restored and compared"),
    next_at: time.nullable().describe("When the next one is due; null if they aren’t automatic"),
    warnings: z.array(backupWarning).describe("Empty if nothing is wrong"),
  }),
  {
    automatic: true,
    last: { id: EXAMPLE.id, at: EXAMPLE.date, bytes: 81_204_112 },
    proven: { id: EXAMPLE.id, at: EXAMPLE.date, bytes: 81_204_112 },
    next_at: EXAMPLE.date,
    warnings: [],
  },
);
export type BackupHealth = z.infer<typeof backupHealth>;

export const backupSchedule = component(
  "BackupSchedule",
  z.object({
    automatic: z.boolean(),
    hour: count,
    place,
    version: count.describe("Grows with each save; a save sends the version that it started from"),
    places: z
      .array(z.object({ place, label: z.string() }))
      .describe("Where backups can be kept: a folder, or a bucket without its credentials"),
    is_encrypted: z.boolean().describe("Whether `BACKUP_PASSPHRASE` is set"),
    free_bytes: count.nullable().describe("Room left on the disk with the data folder"),
    is_embedded: z.boolean().describe("Whether the database is the embedded one, in `DATA_DIR`"),
    restore_folder: z.string().describe("The folder on the server in which to call `npm run restore -- <address>`"),
    health: backupHealth,
  }),
  {
    automatic: true,
    hour: 3,
    place: "disk",
    version: 1,
    places: [{ place: "disk", label: "/srv/skylark/data/backups" }],
    is_encrypted: false,
    free_bytes: 52_428_800_000,
    is_embedded: true,
    restore_folder: "/srv/skylark",
    health: exampleOf(backupHealth),
  },
);
export type BackupSchedule = z.infer<typeof backupSchedule>;
