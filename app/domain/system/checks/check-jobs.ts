import { countJobs } from "../../../platform/jobs.ts";
import { inWords, ok, onDatabase, type RunCheck, warning } from "./installation.ts";

/** Seconds before something is wrong with the workers. */
const OVERDUE = 600;

export const jobsCheck: RunCheck = {
  name: "jobs",
  title: "Background work",
  why: "Emails, imports, notifications and the trash are done in the background.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      const { waiting, failed, overdueSeconds } = await countJobs(db);
      const found = `Waiting jobs: ${waiting}; failed in the last day: ${failed}.`;
      if (failed > 0)
        return warning(
          found,
          "Failed jobs are listed below the checks (Technical Docs → System): fix the cause, then retry them.",
        );
      if (overdueSeconds < OVERDUE) return ok(found);
      const mend =
        installation.server.state === "not running" ? "Start the site (npm start)." : "Restart the site, and check its log.";
      return warning(`${found} The oldest has been due for ${inWords(overdueSeconds)}.`, mend);
    }),
};
