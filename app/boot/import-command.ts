import { IMPORT_USAGE, runImport } from "./transfer-command/import.ts";
import { runTransfer } from "./transfer-command/run.ts";

process.exitCode = await runTransfer(
  (args, dir) => runImport(args, dir, (line) => process.stderr.write(`${line}\n`)),
  IMPORT_USAGE,
);
