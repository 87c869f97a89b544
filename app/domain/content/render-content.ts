import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { basePath } from "../../base-path.ts";
import { invalid } from "../errors.ts";
import type { ComparedBlock } from "../posts/revisions/revision.ts";
import { type ComparedWriting, compareWritings } from "./compare-writings.ts";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "./markup/footnotes.ts";
import { type Rendered, renderWriting, UnfitContent, type Writing } from "./render-writing.ts";
import { NeedsThread } from "./shape-blocks.ts";
import type { Answer, Question } from "./thread.ts";

/** ms of processor time; a megabyte of prose takes a second or two */
const CPU_LIMIT_MS = 20_000;
/** ms by the clock; longer, because on a busy machine the thread gets only a share of the time */
const LIMIT_MS = 120_000;
const LOOK_MS = 500;
/** ms of idling until the thread ends; it takes 30 MB and starts within half a second */
const IDLE_MS = 10_000;
const MEMORY_MB = 512;
/** For what is thrown away at once. More makes a long import no faster. */
const YOUNG_MB = 12;

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
  // The thread must not inherit flags of the process, such as `--watch`.
  const thread = new Worker(program(), {
    execArgv: [],
    workerData: { basePath: basePath() },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  thread.on("exit", () => {
    if (running === thread) running = null;
  });
  // `work` passes errors to its caller. Without a listener here they would end the process.
  thread.on("error", () => {});
  return thread;
}

function stop(thread: Worker): void {
  if (running === thread) running = null;
  void thread.terminate();
}

async function cpuMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}

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
    // Unfinished work would go on until the thread stops.
    if (!isSound) stop(thread);
    thread.off("message", onMessage).off("error", onError).off("exit", onExit).unref();
    idle = setTimeout(stop, IDLE_MS, thread).unref();
  }
}

const ask = <T>(question: Question, look: Look = async () => new Map()): Promise<T> =>
  limit(() => work(question, look)) as Promise<T>;

/** The calling thread looks up the pictures. @throws UnfitContent when the text breaks a rule or takes too much time or memory */
const renderApart = ({ pictures, ...writing }: Writing): Promise<Rendered> =>
  ask({ job: "render", writing, withPictures: pictures !== undefined }, pictures);

const compareApart = (before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> =>
  ask({ job: "compare", before: written(before), after: written(after) });

const forReaders = pLimit(1);

const askForReader = <T>(question: Question): Promise<T> =>
  forReaders(async () => {
    while (limit.activeCount + limit.pendingCount > 0) await limit(async () => {});
    return ask<T>(question);
  });

const markdownApart = (html: string, address: string): Promise<string> => askForReader({ job: "markdown", html, address });

const written = ({ content, content_format }: ComparedWriting): ComparedWriting => ({ content, content_format });

/** Characters. The worst known text of this length, dollar signs as Java code, blocks the process for 60 ms. */
const SHORT = 2500;

const unfit = (rule: string) => invalid(`The content ${rule}`, [{ field: "content", rule }]);

const said = (error: unknown): never => {
  throw error instanceof UnfitContent ? unfit(error.message) : error;
};

/** Formulas and diagrams of a short text are drawn in the worker thread. */
function elsewhere(error: unknown, writing: Writing): Promise<Rendered> {
  if (error instanceof NeedsThread) return renderApart(writing);
  throw error;
}

/** Long texts and drawings are rendered in the worker thread, so that others don't wait. @throws DomainError `invalid` (field `content`) */
export async function renderContent(writing: Writing): Promise<Rendered> {
  if (hasTooManyFootnotes(writing.content)) throw unfit(FOOTNOTES_RULE);
  const isLong = writing.content.length > SHORT;
  const rendering = isLong ? renderApart(writing) : renderWriting(writing).catch((error) => elsewhere(error, writing));
  return rendering.catch(said);
}

/** Long texts in the worker thread. @throws DomainError `invalid` (field `content`): it takes too long */
export async function compareContent(before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> {
  const isLong = before.content.length + after.content.length > SHORT;
  const comparing = isLong ? compareApart(before, after) : compareWritings(before, after);
  return comparing.catch(said);
}

const made = new LRUCache<string, string>({ maxSize: 16_000_000, sizeCalculation: ({ length }) => length + 1 });
const underWay = new Map<string, Promise<string>>();

/** Long texts in the worker thread, each version once, after what authors wait for. @throws DomainError `invalid` (field `content`) */
export async function contentMarkdown(html: string, address: string): Promise<string> {
  if (html.length <= SHORT) return (await import("./write-markdown.ts")).writeMarkdown(html, address);
  const key = createHash("sha256").update(`${address} ${html}`).digest("base64");
  const known = made.get(key);
  if (known !== undefined) return known;
  const making = underWay.get(key) ?? markdownApart(html, address).finally(() => underWay.delete(key));
  underWay.set(key, making);
  making.then((text) => made.set(key, text)).catch(() => {});
  return making.catch(said);
}
