import { runUserCommand } from "./user-command/run.ts";

process.exitCode = await runUserCommand(process.argv.slice(2), process.cwd());
