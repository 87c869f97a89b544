import { fileURLToPath } from "node:url";

/** How Node runs commands, as in `bin/setup`: with as little memory as they can do with. */
export const COMMAND_FLAGS = ["--max-semi-space-size=4", "--optimize-for-size"];

/** The program of a command: its source, or in production the file that was built with this server. */
export function commandFile(name: "backup" | "restore" | "demo"): string {
  const here = import.meta.url;
  const isSource = URL.parse(here)?.pathname.endsWith(".ts");
  const file = isSource ? `./${name}-command.ts` : `${/\/assets\/[^/]+$/.test(here) ? "../" : "./"}${name}-command.js`;
  return fileURLToPath(new URL(file, here));
}
