import { fileURLToPath } from "node:url";

/** As little memory as commands can do with, as in `bin/setup`. */
export const COMMAND_FLAGS = ["--max-semi-space-size=4", "--optimize-for-size"];

const PROGRAMS = {
  backup: "backup-command",
  restore: "restore-command",
  demo: "demo-command",
  import: "import-program",
} as const;

/** Its source, or in production the file that was built with this server. */
export function commandFile(name: keyof typeof PROGRAMS): string {
  const here = import.meta.url;
  const isSource = URL.parse(here)?.pathname.endsWith(".ts");
  const file = isSource ? `./${PROGRAMS[name]}.ts` : `${/\/assets\/[^/]+$/.test(here) ? "../" : "./"}${PROGRAMS[name]}.js`;
  return fileURLToPath(new URL(file, here));
}
