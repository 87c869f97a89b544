import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { FONT_PAIRS, type FontPair, fontStyles, SHIPPED_PAIR } from "../app/domain/appearance/font-rules.ts";
import { builtStyles } from "../app/ui/styles/built-styles.ts";
import config from "../playwright.config.ts";
import { test as base, expect, visit } from "./visitor.ts";

/*
 * Until a reader's browser has the site's fonts, fonts of its system stand in for them. Those with serifs are in the folder fonts/, reduced
 * to English letters; Tinos has the metrics of Times New Roman. Each browser here knows only one of them.
 */
const SERIFS = { like: "Tinos", near: "Noto Serif", far: "DejaVu Serif" };
type StandIn = keyof typeof SERIFS;
const NAMES = Object.keys(SERIFS) as StandIn[];
const OTHER_SERIFS = ["Times New Roman", "Liberation Serif"];

const fontsOf = (name: StandIn) => {
  const hidden = [...OTHER_SERIFS, ...NAMES.filter((one) => one !== name).map((one) => SERIFS[one])];
  const reject = (family: string) => `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`;
  return `<?xml version="1.0"?><fontconfig>
    <include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${resolve("e2e/fonts")}</dir>
    <selectfont><rejectfont>${hidden.map(reject).join("")}</rejectfont></selectfont>
  </fontconfig>`;
};

const test = base.extend<{ browserWith(name: StandIn): Promise<Browser> }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
  browserWith: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "stand-ins-"));
    const browsers: Browser[] = [];
    await use(async (name) => {
      const file = join(folder, `${name}.conf`);
      writeFileSync(file, fontsOf(name));
      const env = { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file };
      const browser = await chromium.launch({ ...config.use?.launchOptions, env });
      browsers.push(browser);
      return browser;
    });
    await Promise.all(browsers.map((browser) => browser.close()));
    rmSync(folder, { recursive: true });
  },
});

const SEED = "db/seed/posts";
const posts = readdirSync(SEED).map((name) => readFileSync(`${SEED}/${name}`, "utf8"));
const titles = posts.map((post) => /^title: "(.*)"$/m.exec(post)?.[1] ?? "");
const english = posts
  .map((post) => post.replace(/^---.*?^---$/ms, ""))
  .join(" ")
  .replace(/[^ -~]+/g, " ")
  .slice(0, 20_000);

type Measured = { lines: number[]; width: number };

/** An article's title on screens of 320 to 440 px, and a line of text. */
function measure({ family, titles, english }: { family: string; titles: string[]; english: string }): Measured {
  const text = document.querySelector("p") as HTMLElement;
  text.style.cssText = `position: absolute; white-space: nowrap; font: 400 20px ${family}`;
  text.textContent = english;
  const title = document.querySelector("h1") as HTMLElement;
  const size = 40;
  title.style.cssText = `position: absolute; margin: 0; font: 480 ${size}px / 1 ${family}; letter-spacing: -0.03em; text-wrap: balance`;
  const lines = titles.flatMap((words) => {
    title.textContent = words;
    return Array.from({ length: 41 }, (_, step) => {
      const screen = 320 + 3 * step;
      title.style.width = `${screen - 2 * Math.max(20, 0.045 * screen)}px`;
      return Math.round(title.offsetHeight / size);
    });
  });
  return { lines, width: text.getBoundingClientRect().width };
}

/** The part of titles and widths, in percent, that may have another number of lines: no size fits all words. */
const MAY_DIFFER: [FontPair, Record<StandIn, number>][] = [
  ["newsreader", { like: 3.5, near: 2.5, far: 1.5 }],
  ["lora", { like: 6, near: 2.5, far: 2 }],
  ["garamond", { like: 3.5, near: 3.5, far: 2.5 }],
  ["fraunces", { like: 5.5, near: 2.5, far: 2 }],
  ["bitter", { like: 8, near: 3.5, far: 4 }],
];

for (const name of NAMES)
  test(`"${name}" is as wide as the fonts it stands in for, and breaks titles into the same lines`, async ({ browserWith }) => {
    const page = await (await browserWith(name)).newPage();
    for (const [pair, limits] of MAY_DIFFER) {
      const { text: family } = FONT_PAIRS[pair];
      const css = pair === SHIPPED_PAIR ? (builtStyles()["fallback-fonts.css"] ?? "") : fontStyles(pair).faces;
      const file = readFileSync(`app/ui/fonts/${family.replace("EBG", "eb-g").toLowerCase()}-latin.woff2`).toString("base64");
      const own = `@font-face { font-family: Own; font-weight: 100 900; src: url(data:font/woff2;base64,${file}) }`;
      await page.setContent(`<style>${own} ${css}</style><h1></h1><p></p>`);
      const measured = async (one: string) => {
        await page.evaluate(
          (font) => Promise.all([400, 480].map((weight) => document.fonts.load(`${weight} 20px ${font}`))),
          one,
        );
        return page.evaluate(measure, { family: one, titles, english });
      };
      const font = await measured("Own");
      const standIn = await measured(`${family}-${name}`);
      expect(Math.abs(standIn.width / font.width - 1), `width of a text in ${family}`).toBeLessThanOrEqual(0.015);
      const others = standIn.lines.filter((lines, at) => lines !== font.lines[at]).length;
      expect((100 * others) / font.lines.length, `percent of titles in ${family}`).toBeLessThanOrEqual(limits[name]);
    }
  });

for (const name of NAMES)
  test(`nothing moves when an article's fonts replace "${name}"`, async ({ browserWith, site }) => {
    const browser = await browserWith(name);
    for (const width of [360, 412])
      for (const slug of ["mood-tracking-guide", "eat-off-the-good-plates"]) {
        const page = await browser.newPage({ baseURL: site, viewport: { width, height: 800 } });
        await page.addInitScript(() => {
          // For this page no time passes, so that fonts are shown as soon as they are there.
          performance.now = () => 1;
          const moved = { by: 0 };
          Object.assign(window, { moved });
          new PerformanceObserver((list) => {
            for (const shift of list.getEntries()) moved.by += (shift as PerformanceEntry & { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
        });
        await visit(page, `/story/${slug}`);
        await page.waitForFunction(() => localStorage.getItem("fonts"));
        await page.evaluate(async () => {
          for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
        });
        const moved = await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by);
        expect(moved, `${slug} at ${width} px`).toBeLessThanOrEqual(0.01);
        await page.close();
      }
  });
