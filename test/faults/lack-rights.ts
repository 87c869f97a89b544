// A process like the product's that prepares its database and ends. Run by refused-databases.test.ts.
import { prepareDatabase } from "../../app/boot/prepare.ts";
import { runUntilSignalled } from "../../app/boot/run.ts";
import { connectionOf } from "../../app/platform/database/hosts.ts";

await runUntilSignalled(async ({ config, projectDir, log, signal }) => {
  await prepareDatabase(connectionOf(config.databaseUrl ?? ""), config, { projectDir, log, signal });
  process.stdout.write("prepared\n");
  setTimeout(() => process.kill(process.pid, "SIGINT"), 10);
  return async () => undefined;
});
