/** Ends the command: nothing more can be done. The message says what to do. */
export class Failure extends Error {}

/** Concerns one file. The command goes on with the others. */
export class Problem extends Error {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const warn = (line: string): void => void process.stderr.write(`${line}\n`);
