import { LATER } from "../pages/page-state.ts";

const KNOWN_KEY = "fonts";

/** The style sheet of the fonts, the fonts of each page, and all scripts with the entry first. */
export function laterFiles() {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="${LATER}"]`)?.content ?? "";
  const files = list.split(" ").filter(Boolean);
  const ending = (end: string) => files.filter((file) => file.endsWith(end));
  return { sheet: ending(".css")[0], fonts: ending(".woff2"), scripts: ending(".js") };
}

export function knowsFonts(): boolean {
  try {
    return localStorage.getItem(KNOWN_KEY) === laterFiles().sheet;
  } catch {
    return false;
  }
}

/** The styles give the text this face. */
export type StyledText = { family: string; isItalic: boolean; weight: number; text: string };

const TRIAL = "trial";

/** Heavier texts have this weight, too. */
const HEAVIEST = 700;
const FACE = /@font-face\s*\{[^}]*\}/g;
const SLANTED = ":is(em, i, cite, dfn, blockquote)";
const STRONG = ":is(strong, b, th, h1, h2, h3, h4)";
const BOLD_ITALIC = `${SLANTED} ${STRONG}, ${STRONG} ${SLANTED}`;
const BEYOND_ASCII = /\P{ASCII}/u;

/** Turns a `unicode-range` into a pattern. `U+4??` is short for `U+400-4FF`. */
function lettersIn(range: string): RegExp {
  const ends = (part: string) => (part.includes("?") ? [part.replaceAll("?", "0"), part.replaceAll("?", "f")] : part.split("-"));
  const parts = range.split(",").map((part) => ends(part.trim().slice(2)).map((code) => `\\u{${code}}`));
  return new RegExp(`[${parts.map((part) => part.join("-")).join("")}]`, "u");
}

/** @param sheet its text, as the build writes it @returns as the sheet names them */
export function filesFor(sheet: string, texts: StyledText[]): string[] {
  return (sheet.match(FACE) ?? []).flatMap((face) => {
    const value = (name: string) => new RegExp(`[{;\\s]${name}:\\s*([^;}]+)`).exec(face)?.[1] ?? "";
    const file = /url\("?([^")]+)"?\)/.exec(value("src"))?.[1];
    const letters = lettersIn(value("unicode-range"));
    const [lightest = 0, heaviest = lightest] = value("font-weight").split(" ").map(Number);
    const isFor = ({ family, isItalic, weight, text }: StyledText) =>
      family === value("font-family") &&
      isItalic === (value("font-style") === "italic") &&
      lightest <= Math.min(weight, HEAVIEST) &&
      Math.min(weight, HEAVIEST) <= heaviest &&
      letters.test(text);
    return file && texts.some(isFor) ? [file] : [];
  });
}

async function unusualTexts(): Promise<StyledText[]> {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  const texts: StyledText[] = [];
  const add = (element: Element, text: string) => {
    const { fontFamily, fontStyle, fontWeight } = getComputedStyle(element);
    texts.push({ family: fontFamily.split(",", 1)[0] ?? "", isItalic: fontStyle === "italic", weight: Number(fontWeight), text });
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const { nodeValue, parentElement } = node;
    if (nodeValue && parentElement && BEYOND_ASCII.test(nodeValue) && !parentElement.closest("script, style, noscript"))
      add(parentElement, nodeValue);
  }
  for (const element of document.querySelectorAll(BOLD_ITALIC)) add(element, element.textContent);
  return texts;
}

async function fetchLow(file: string): Promise<Response> {
  const answer = await fetch(file, { priority: "low" });
  if (!answer.ok) throw new Error(`${file} answers ${answer.status}`);
  return answer;
}
const fetchFont = async (file: string) => (await fetchLow(file)).arrayBuffer();

/** The style sheet names files by their place next to it. */
const besideSheet = (file: string) => new URL(file, new URL(laterFiles().sheet ?? "", location.href)).pathname;

/** Fetches those of English and of the other letters on this page, with low priority. @returns the text of their style sheet */
export async function fetchFonts(): Promise<string> {
  const { sheet, fonts } = laterFiles();
  if (!sheet) return "";
  const ofLetters = async () => {
    const text = await (await fetchLow(sheet)).text();
    const files = filesFor(text, await unusualTexts()).map(besideSheet);
    await Promise.all(files.filter((file) => !fonts.includes(file)).map(fetchFont));
    return text;
  };
  const [text] = await Promise.all([ofLetters(), ...fonts.map(fetchFont)]);
  try {
    localStorage.setItem(KNOWN_KEY, sheet);
  } catch {
    // The browser refuses storage, so the fonts arrive after the first paint each time.
  }
  return text;
}

/** Whether the title is as high in its own font as in its fallback. If it isn't, the whole page would move. */
export async function titleStays(sheet: string): Promise<boolean> {
  const title = document.querySelector("h1");
  if (!title) return true;
  const { fontFamily, fontWeight } = getComputedStyle(title);
  const words = [...title.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ""));
  const text = {
    family: fontFamily.split(",", 1)[0] ?? "",
    isItalic: false,
    weight: Number(fontWeight),
    text: words.join(""),
  };
  const faces = filesFor(sheet, [text]).map((file) => new FontFace(TRIAL, `url("${besideSheet(file)}")`, { weight: "100 900" }));
  for (const face of faces) document.fonts.add(await face.load());
  const copy = title.cloneNode(true) as HTMLElement;
  const { style } = copy;
  style.position = "absolute";
  style.visibility = "hidden";
  style.width = `${title.clientWidth}px`;
  style.fontFamily = `${TRIAL}, ${fontFamily}`;
  title.after(copy);
  const stays = copy.offsetHeight === title.offsetHeight;
  copy.remove();
  for (const face of faces) document.fonts.delete(face);
  return stays;
}

export function showFonts(): void {
  const { sheet } = laterFiles();
  if (!sheet || document.querySelector(`head > link[href="${sheet}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));
}
