import { EXPORT_USAGE, runExport } from "./transfer-command/export.ts";
import { runTransfer } from "./transfer-command/run.ts";

process.exitCode = await runTransfer((args, dir) => runExport(args, dir), EXPORT_USAGE);
