import { systemClock } from "../../../platform/clock.ts";
import { readBackupHealth } from "../../backups/backup-health.ts";
import { failed, inWords, ok, onDatabase, type RunCheck, warning } from "./installation.ts";

/** Seconds: two nights. */
const OLD = 2 * 86_400;

const SCREEN = "See /admin/backups for details and to make one now.";

const age = (at: string) => (Date.now() - Date.parse(at)) / 1000;

export const backupsCheck: RunCheck = {
  name: "backups",
  title: "Backups",
  why: "If the disk fails, everything that is only there is lost, and a backup that was never restored may not work.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      const { automatic, last, proven, warnings } = await readBackupHealth({ db, clock: systemClock }, installation.timezone);
      const proof = proven
        ? `one was restored and compared ${inWords(age(proven.at))} ago`
        : "none has been restored and compared yet";
      const trouble = warnings.map(({ message }) => message).join(" ");
      if (warnings.some(({ code }) => code !== "unproven")) return failed(trouble, SCREEN);
      if (!last)
        return warning(
          "There is no backup yet.",
          automatic ? SCREEN : "Turn on the schedule in /admin/backups, or run npm run backup every day.",
        );
      const found = `The last backup was made ${inWords(age(last.at))} ago; ${proof}.`;
      if (trouble !== "") return warning(`${found} ${trouble}`, SCREEN);
      if (age(last.at) > OLD)
        return warning(found, automatic ? SCREEN : "Turn on the schedule in /admin/backups, or run npm run backup every day.");
      return ok(found);
    }),
};
