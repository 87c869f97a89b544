/** A write would end the process once the reader of the output has ended (`npm start | less`), or while its disk is full. */
export function ignoreLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
