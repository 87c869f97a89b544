/** The worker thread of `render-content.ts`. It takes one text at a time. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { setBasePath } from "../../base-path.ts";
import type { ComparedWriting } from "./compare-writings.ts";
import { compareWritings } from "./compare-writings.ts";
import { renderWriting, UnfitContent, type Writing } from "./render-writing.ts";
import type { Size } from "./shape.ts";
import { writeMarkdown } from "./write-markdown.ts";

export type Question =
  | { job: "render"; writing: Omit<Writing, "pictures">; withPictures: boolean }
  | { job: "compare"; before: ComparedWriting; after: ComparedWriting }
  | { job: "markdown"; html: string; address: string };
/** `refused`: the rule that the content breaks; `pictures`: those whose sizes it needs. */
export type Answer = { done: unknown } | { refused: string } | { failed: unknown } | { pictures: string[] };
type Sizes = { sizes: ReadonlyMap<string, Size> };

setBasePath((workerData as { basePath: string }).basePath);

const port = parentPort as MessagePort;
const say = (answer: Answer) => port.postMessage(answer);
let take: ((sizes: ReadonlyMap<string, Size>) => void) | undefined;

const askForSizes = (pictures: string[]) =>
  new Promise<ReadonlyMap<string, Size>>((resolve) => {
    take = resolve;
    say({ pictures });
  });

async function answer(question: Question): Promise<unknown> {
  if (question.job === "compare") return compareWritings(question.before, question.after);
  if (question.job === "markdown") return writeMarkdown(question.html, question.address);
  return renderWriting({ ...question.writing, mayDraw: true, ...(question.withPictures && { pictures: askForSizes }) });
}

port.on("message", (message: Question | Sizes) => {
  if ("sizes" in message) return take?.(message.sizes);
  answer(message).then(
    (done) => say({ done }),
    (failed: unknown) => say(failed instanceof UnfitContent ? { refused: failed.message } : { failed }),
  );
});
