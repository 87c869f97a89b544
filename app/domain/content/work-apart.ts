import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { ComparedBlock, ComparedWriting } from "./diff/model.ts";
import { type Rendered, UnfitContent, type Writing } from "./render-writing.ts";
import type { Answer, Question } from "./thread.ts";

/** A text that takes more processor time is refused, in ms; a megabyte of prose takes a second or two. */
const CPU_LIMIT_MS = 20_000;
/** A busy machine gives the thread a share of its time only: it gets so long by the clock, in ms. */
const LIMIT_MS = 120_000;
/** How often the thread's processor time is looked at, in ms. */
const LOOK_MS = 500;
/** The thread takes 30 MB: without work it ends after so long. */
const IDLE_MS = 30_000;
/** The most memory that the thread may use, in MB. */
const MEMORY_MB = 512;

/** The thread's program: its source where sources run, else what the build made of it. */
function program(): URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return new URL("./thread.ts", here);
  return new URL(/\/assets\/[^/]+$/.test(here) ? "../thread.js" : "./thread.js", here);
}

type Look = NonNullable<Writing["pictures"]>;

let running: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
const limit = pLimit(1);

function start(): Worker {
  // Flags of the process, such as the one that follows its parent, are no business of the thread.
  const thread = new Worker(program(), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  thread.on("exit", () => {
    if (running === thread) running = null;
  });
  // The callers get the error; without a listener it would end the process.
  thread.on("error", () => {});
  return thread;
}

function stop(thread: Worker): void {
  if (running === thread) running = null;
  void thread.terminate();
}

/** The processor time that a thread has used, in ms; 0 when it has ended. */
async function cpuMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}

/** Has one piece of work done. @param look finds the sizes of pictures that the thread asks for */
async function work(question: Question, look: Look): Promise<unknown> {
  clearTimeout(idle);
  running ??= start();
  const thread = running;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isSound = false;
  const tooMuch = () => reject(new UnfitContent("must be simpler: it takes too long to render"));
  const onMessage = (answer: Answer) => {
    isSound = "done" in answer || "refused" in answer;
    if ("done" in answer) resolve(answer.done);
    else if ("refused" in answer) reject(new UnfitContent(answer.refused));
    else if ("failed" in answer) reject(answer.failed);
    else look(answer.pictures).then((sizes) => thread.postMessage({ sizes }), reject);
  };
  const onError = (error: NodeJS.ErrnoException) => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : reject(error));
  const onExit = () => reject(new Error("The rendering thread ended"));
  const timer = setTimeout(tooMuch, LIMIT_MS);
  let watch: NodeJS.Timeout | undefined;
  thread.on("message", onMessage).on("error", onError).on("exit", onExit).ref();
  try {
    const before = await cpuMs(thread);
    watch = setInterval(async () => {
      if ((await cpuMs(thread)) - before > CPU_LIMIT_MS) tooMuch();
    }, LOOK_MS);
    thread.postMessage(question);
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    // What hasn't come to its end goes on until the thread is stopped.
    if (!isSound) stop(thread);
    thread.off("message", onMessage).off("error", onError).off("exit", onExit).unref();
    idle = setTimeout(stop, IDLE_MS, thread).unref();
  }
}

/** One question at a time, in the order of asking. */
const ask = <T>(question: Question, look: Look = async () => new Map()): Promise<T> =>
  limit(() => work(question, look)) as Promise<T>;

/**
 * Renders a writing on a thread of its own, one at a time; pictures are looked up by the caller's thread.
 * @throws UnfitContent when it breaks a rule, takes too long or too much memory
 */
export const renderApart = ({ pictures, ...writing }: Writing): Promise<Rendered> =>
  ask({ job: "render", writing, withPictures: pictures !== undefined }, pictures);

/** Compares two writings on the same thread. @throws UnfitContent as `renderApart` does */
export const compareApart = (before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> =>
  ask({ job: "compare", before: written(before), after: written(after) });

/** Turns HTML into Markdown on the same thread, as `writeMarkdown` does. @throws UnfitContent as `renderApart` does */
export const markdownApart = (html: string, address: string): Promise<string> => ask({ job: "markdown", html, address });

/** Nothing but what is compared crosses over. */
const written = ({ content, content_format }: ComparedWriting): ComparedWriting => ({ content, content_format });
