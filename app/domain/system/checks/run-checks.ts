import type { Check } from "./check.ts";
import { backupsCheck } from "./check-backups.ts";
import {
  clockCheck,
  databaseCheck,
  databaseLettersCheck,
  databaseRightsCheck,
  databaseSettingsCheck,
  migrationsCheck,
  notificationsCheck,
  standbyCheck,
} from "./check-database.ts";
import { picturesCheck, placesCheck } from "./check-files.ts";
import { jobsCheck } from "./check-jobs.ts";
import { diskCheck, environmentCheck, memoryCheck, versionCheck } from "./check-machine.ts";
import { mailServerCheck, mailsCheck, newsletterSenderCheck, senderCheck } from "./check-mail.ts";
import { addressCheck, proxyCheck, serverCheck } from "./check-network.ts";
import { passkeysCheck } from "./check-passkeys.ts";
import { failed, type Installation, type RunCheck, reportOf, warning } from "./installation.ts";

const CHECKS: readonly RunCheck[] = [
  versionCheck,
  environmentCheck,
  serverCheck,
  databaseCheck,
  databaseSettingsCheck,
  databaseRightsCheck,
  databaseLettersCheck,
  migrationsCheck,
  notificationsCheck,
  standbyCheck,
  clockCheck,
  diskCheck,
  memoryCheck,
  picturesCheck,
  addressCheck,
  passkeysCheck,
  proxyCheck,
  mailServerCheck,
  senderCheck,
  newsletterSenderCheck,
  mailsCheck,
  jobsCheck,
  backupsCheck,
  placesCheck,
];

/** ms. A mail server may take three steps of ten seconds. */
const PATIENCE = 30_000;

const AGAIN = "Run the checks again. If it fails again, the message may say what is wrong.";

async function perform(one: RunCheck, installation: Installation): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Check>((resolve) => {
    const finding = warning(`There was no answer within ${PATIENCE / 1000} seconds.`, AGAIN);
    timer = setTimeout(() => resolve(reportOf(one, finding)), PATIENCE);
  });
  const found = one.run(installation).then(
    (finding) => reportOf(one, finding),
    (error: unknown) =>
      reportOf(one, failed(`The check failed with an error: ${(error as Error).message.split("\n")[0]}`, AGAIN)),
  );
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** All at once. @returns one entry for each check, in a fixed order; nothing of it is secret */
export const runChecks = (installation: Installation): Promise<Check[]> =>
  Promise.all(CHECKS.map((one) => perform(one, installation)));
