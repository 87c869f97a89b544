import type { CDPSession, Page } from "@playwright/test";
import { adminRoutes } from "../app/admin-routes.ts";
import { BACK_SIGN, FOOTNOTE, noteId, referenceId } from "../app/domain/content/markup/footnotes.ts";
import { routes } from "../app/routes.ts";
import { DESKTOP, withBrowser, withTab } from "./chromium.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { startSite } from "./site.ts";

const WORDS = 20_000;
const ROUNDS = 7;
const KEYS = 60;
/** How often two frames are requested without a key, to know what the measurement itself costs. */
const IDLE = 15;
const ADMIN = { email: "admin@bench.example", password: "a password for the bench" };
const TITLE = "As long as a book";

export const title = `The editor in Chromium with a post of ${WORDS} words: from the click in the list to the painted text, and the cost of a key`;

/** After this many paragraphs there is one of these, as in long articles. */
const BESIDES: [every: number, html: (at: number) => string][] = [
  [10, (at) => `<h2>Part ${at / 10 + 1}</h2>`],
  [25, (at) => `<ul>\n<li>first of ${at}</li>\n<li>second</li>\n<li>third</li>\n</ul>`],
  [
    40,
    (at) =>
      `<figure>\n<img src="/favicon.svg" alt="A lark, ${at}" width="64" height="64">\n<figcaption>A lark</figcaption>\n</figure>`,
  ],
  [80, () => "<blockquote><p>It sings while it rises.</p></blockquote>"],
  [100, () => '<pre><code class="language-ts">const lark = sing(dawn);</code></pre>'],
];
/** After this many paragraphs, one has a footnote. */
const NOTED = 20;

/** Paragraphs of 50 words with links, emphasis and a few footnotes, and other elements of articles. */
function longPost(): string {
  const vocabulary =
    "the lark rises over a field at dawn and sings while we are still asleep in the gray light of another day".split(" ");
  const parts: string[] = [];
  const notes: string[] = [];
  for (let at = 0; at < WORDS / 50; at += 1) {
    for (const [every, html] of BESIDES) if (at % every === 0) parts.push(html(at));
    const words = Array.from({ length: 50 }, (_, index) => vocabulary[(at * 7 + index * 3) % vocabulary.length]);
    words[10] = `<strong>${words[10]}</strong>`;
    words[20] = `<a href="/about">${words[20]}</a>`;
    if (at % NOTED === 0) {
      const number = notes.length + 1;
      words[30] += `<sup class="${FOOTNOTE.reference}"><a href="#${noteId(number)}" id="${referenceId(number, 1)}">${number}</a></sup>`;
      const back = `<a href="#${referenceId(number, 1)}" class="${FOOTNOTE.back}">${BACK_SIGN}</a>`;
      notes.push(`<li id="${noteId(number)}">Seen at dawn, ${number} times ${back}</li>`);
    }
    parts.push(`<p>${words.join(" ")}.</p>`);
  }
  return [...parts, `<section class="${FOOTNOTE.list}">\n<ol>\n${notes.join("\n")}\n</ol>\n</section>`].join("\n");
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}${routes.adminLogin()}`);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(address + adminRoutes.dashboard());
}

/** Stores the post as the admin. */
async function writePost(page: Page, content: string): Promise<void> {
  const status = await page.evaluate(
    async ([title, text]) => {
      const { access_token } = JSON.parse(localStorage.getItem("skylark.session") ?? "{}") as { access_token: string };
      const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
      const { items } = (await (await fetch("/api/admin/categories", { headers })).json()) as { items: { id: string }[] };
      const post = {
        title,
        slug: "as-long-as-a-book",
        description: "Twenty thousand words about larks",
        content: text,
        category_id: items[0]?.id,
      };
      return (await fetch("/api/admin/posts", { method: "POST", headers, body: JSON.stringify(post) })).status;
    },
    [TITLE, content] as const,
  );
  if (status !== 201) throw new Error(`The post was answered with ${status}`);
}

/** How long the page's thread has worked since it began, in ms of processor time. Time of other programs doesn't count. */
type Work = { all: number; script: number; layout: number };

async function worked(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return { all: of("TaskDuration"), script: of("ScriptDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
}

/** From the click on the post in the list to the frame that shows its text, in ms; `work`: the time of the page's thread. */
async function open(page: Page, address: string): Promise<{ time: number; work: number }> {
  await page.goto(address + adminRoutes.posts(), { waitUntil: "networkidle" });
  await page.evaluate(() => {
    let began = 0;
    addEventListener("click", ({ timeStamp }) => (began = timeStamp), { capture: true, once: true });
    const shown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(".editor-paper h2")) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // A message arrives after the frame has been painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - began);
          port2.postMessage(null);
        });
      });
      observer.observe(document, { subtree: true, childList: true });
    });
    Object.assign(window, { shown });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await worked(session);
  await page.getByRole("link", { name: TITLE, exact: true }).first().click();
  const time = await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
  const work = (await worked(session)).all - before.all;
  await session.detach();
  return { time, work };
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Types in the middle of the text. @returns the cost of each key with two frames, of these frames alone, and of the pause after the last key, in ms */
async function type(page: Page): Promise<{ keys: Work[]; pause: number; idle: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page
    .locator(".editor-paper > p")
    .nth(Math.round(WORDS / 100))
    .click();
  await page.waitForTimeout(1000);
  const cost = async (act: () => Promise<unknown>): Promise<Work> => {
    const before = await worked(session);
    await act();
    await nextFrame(page);
    const after = await worked(session);
    return { all: after.all - before.all, script: after.script - before.script, layout: after.layout - before.layout };
  };
  const frames: number[] = [];
  for (let at = 0; at < IDLE; at += 1) frames.push((await cost(async () => {})).all);
  const keys: Work[] = [];
  for (let at = 0; at < KEYS; at += 1) keys.push(await cost(() => page.keyboard.press(at % 6 === 5 ? "Space" : "a")));
  const { all: pause } = await cost(() => page.waitForTimeout(3000));
  return { keys, pause, idle: quantile(frames, 0.5) };
}

async function measure(page: Page, address: string): Promise<Row[]> {
  await signIn(page, address);
  await writePost(page, longPost());
  const first = await open(page, address);
  const openings: { time: number; work: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) openings.push(await open(page, address));
  const times = openings.map(({ time }) => time);
  const { keys, pause, idle } = await type(page);
  const beyond = keys.map((key) => key.all - idle);
  const half = (part: keyof Work) =>
    quantile(
      keys.map((key) => key[part]),
      0.5,
    );
  return [
    { measure: "Opening, with an empty cache", value: first.time, unit: "ms" },
    { measure: "Opening, half", value: quantile(times, 0.5), unit: "ms", target: "≤ 500" },
    { measure: "Opening, the slowest", value: Math.max(...times), unit: "ms", target: "≤ 500" },
    {
      measure: "Of that the page's own thread, half",
      value: quantile(
        openings.map(({ work }) => work),
        0.5,
      ),
      unit: "ms",
    },
    { measure: "A key stroke, half", value: quantile(beyond, 0.5), unit: "ms", target: "≤ 16" },
    { measure: "A key stroke, 95 %", value: quantile(beyond, 0.95), unit: "ms", target: "≤ 16" },
    { measure: "Of that scripts, half", value: half("script"), unit: "ms" },
    { measure: "Of that styles and layout, half", value: half("layout"), unit: "ms" },
    { measure: "Besides, not counted: two frames without a key, which the measuring asks for", value: idle, unit: "ms" },
    { measure: "The pause behind the last key: writing out, figures", value: pause, unit: "ms" },
  ];
}

/** Opens the post as an admin does and types in it, in a browser on the same machine. */
export const run = (): Promise<Row[]> =>
  withScratch((folder) =>
    using(startSite(`${folder}/data`, { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }), ({ address }) =>
      withBrowser((browser) => withTab(browser, (page) => measure(page, address), DESKTOP)),
    ),
  );
export { ADMIN, longPost, open, signIn, TITLE, writePost };
