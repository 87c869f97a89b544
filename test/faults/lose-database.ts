// A process like the product's whose database server is given up while it runs. Run by embedded-server.test.ts.
import { runUntilSignalled } from "../../app/boot/run.ts";
import { DatabaseStartError } from "../../app/platform/postgres/start-error.ts";

await runUntilSignalled(async ({ fail }) => {
  setTimeout(() => fail?.(new DatabaseStartError("given-up", "The database ended by itself.")), 100);
  return async () => void process.stdout.write("stopped\n");
});
