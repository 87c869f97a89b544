import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { invalid } from "../errors.ts";
import type { ComparedBlock } from "../posts/revisions/revision.ts";
import { type ComparedWriting, compareWritings } from "./compare-writings.ts";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "./markup/footnotes.ts";
import { type Rendered, renderWriting, UnfitContent, type Writing } from "./render-writing.ts";
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
const renderApart = ({ pictures, ...writing }: Writing): Promise<Rendered> =>
  ask({ job: "render", writing, withPictures: pictures !== undefined }, pictures);

/** Compares two writings on the same thread. @throws UnfitContent as `renderApart` does */
const compareApart = (before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> =>
  ask({ job: "compare", before: written(before), after: written(after) });

/** Turns HTML into Markdown on the same thread, as `writeMarkdown` does. @throws UnfitContent as `renderApart` does */
const markdownApart = (html: string, address: string): Promise<string> => ask({ job: "markdown", html, address });

/** Nothing but what is compared crosses over. */
const written = ({ content, content_format }: ComparedWriting): ComparedWriting => ({ content, content_format });

/**
 * Longer texts have a thread of their own. The worst known that fits, dollar signs as Java code, holds up everybody else for 60 ms.
 * Characters.
 */
const SHORT = 2500;

const unfit = (rule: string) => invalid(`The content ${rule}`, [{ field: "content", rule }]);

/** What breaks a rule is the author's to change. */
const said = (error: unknown): never => {
  throw error instanceof UnfitContent ? unfit(error.message) : error;
};

/**
 * Turns what an author wrote into what is sent, as `renderWriting` does; nobody else waits for a long text.
 * @param writing HTML or Markdown of any origin
 * @throws DomainError `invalid` (field `content`): too many footnotes or headings, or more work than the thread has time for
 */
export async function renderContent(writing: Writing): Promise<Rendered> {
  if (hasTooManyFootnotes(writing.content)) throw unfit(FOOTNOTES_RULE);
  const rendering = writing.content.length > SHORT ? renderApart(writing) : renderWriting(writing);
  return rendering.catch(said);
}

/**
 * Compares two writings as they are read, as `compareWritings` does; nobody else waits for long ones.
 * @throws DomainError `invalid` (field `content`): more work than the thread has time for
 */
export async function compareContent(before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> {
  const isLong = before.content.length + after.content.length > SHORT;
  const comparing = isLong ? compareApart(before, after) : compareWritings(before, after);
  return comparing.catch(said);
}

const underWay = new Map<string, Promise<string>>();

/**
 * Turns an article's HTML into Markdown, as `writeMarkdown` does; nobody else waits for a long one. Who asks for a long one while it is
 * being made is given that one, so that readers can't keep the thread from authors.
 * @throws DomainError `invalid` (field `content`): more work than the thread has time for
 */
export async function contentMarkdown(html: string, address: string): Promise<string> {
  if (html.length <= SHORT) return (await import("./write-markdown.ts")).writeMarkdown(html, address);
  const key = `${address} ${html}`;
  const making = underWay.get(key) ?? markdownApart(html, address).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making.catch(said);
}
