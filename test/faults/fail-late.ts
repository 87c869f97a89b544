// A process like the product's in which something goes wrong that nobody awaits: an error in a callback, or one that no promise catches.
// Run by last-resort.test.ts.
import { runUntilSignalled } from "../../app/boot/run.ts";

const [how] = process.argv.slice(2);

await runUntilSignalled(async () => {
  const fail = () => {
    if (how === "promise") void Promise.reject(new Error("nobody awaits this"));
    else throw new Error("nobody awaits this");
  };
  setTimeout(fail, 50);
  // Another one while it stops changes nothing.
  setTimeout(fail, 60);
  return () => new Promise((resolve) => setTimeout(() => process.stdout.write("stopped\n", () => resolve()), 200));
});
