import { seededRandom } from "./word-differences.ts";

const WORDS =
  "dawn lark $5 US$ $PATH *not* _a_ [x] `tick` 1. # - > a|b 3<4 fish&chips \\back ~~s~~ café 50% x_1 (so) “quoted” end.".split(
    " ",
  );
const TEX = ["E=mc^2", "\\frac{a}{b}", "x_1", "a<b", "\\alpha+\\beta", "|x|", "a\\_b", "n!"];
const CODE = ["const a = 1;", "a\n\nb", "  indented\n*x*", "```\nfence", "$$ x $$", "</pre> <b>"];
const KINDS = ["note", "tip", "important", "warning", "caution"];

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * A random article in HTML, with every kind of block, as the rich editor writes it.
 * @param seed the same one gives the same article
 */
export function randomArticle(seed: number): string {
  const random = seededRandom(seed + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);

  const words = () => escaped(times(1 + random(6), () => pick(WORDS)).join(" "));
  const piece = (): string =>
    pick([
      words,
      words,
      () => `<strong>${words()}</strong>`,
      () => `<em>${words()}</em>`,
      () => `<code>${words()}</code>`,
      () => `<a href="https://example.com/a_b?c=$1&amp;d=$2">${words()}</a>`,
      () => `<code class="language-math">${escaped(pick(TEX))}</code>`,
      () => `H<sub>2</sub>O`,
    ])();
  const line = () => times(1 + random(4), piece).join(pick([" ", " ", " ", ", "]));
  const paragraph = () => `<p>${line()}</p>`;
  const picture = () =>
    `<figure><img src="/media/${random(99)}.webp" alt="${words()}">${random(2) ? `<figcaption>${line()}</figcaption>` : ""}</figure>`;
  const code = (language = pick(["", "js", "mermaid", "math"])) =>
    `<pre><code${language ? ` class="language-${language}"` : ""}>${escaped(pick(CODE))}</code></pre>`;
  const list = (depth: number): string => {
    const name = pick(["ul", "ol"]);
    return `<${name}>${times(1 + random(3), () => `<li>${depth < 2 && random(4) === 0 ? `${line()}${list(depth + 1)}` : line()}</li>`).join("")}</${name}>`;
  };
  const row = (cell: "th" | "td") => `<tr>${times(2, () => `<${cell}>${line()}</${cell}>`).join("")}</tr>`;
  const inner = (depth: number) => times(1 + random(3), () => block(depth + 1)).join("");
  const gallery = () =>
    `<figure class="gallery">${times(2 + random(3), picture).join("")}${random(2) ? `<figcaption>${line()}</figcaption>` : ""}</figure>`;
  const caption = () => (random(2) ? `<figcaption>${line()}</figcaption>` : "");
  const audio = () => `<figure class="audio"><audio src="/media/${random(99)}.mp3"></audio>${caption()}</figure>`;
  const video = () => {
    const size = random(2) ? ' poster="/media/1.jpg" width="640" height="360"' : "";
    const track = random(2)
      ? `<track kind="captions" src="/media/1.vtt"${pick(["", ' label="Captions"', ' srclang="de"'])}>`
      : "";
    return `<figure class="video"><video src="/media/${random(99)}.mp4"${size}>${track}</video>${caption()}</figure>`;
  };
  const file = () => {
    const about = random(2) ? "<figcaption>PDF file, 1.3 MB</figcaption>" : "";
    return `<figure class="file"><a href="/media/${random(99)}.pdf">${words()}</a>${about}</figure>`;
  };
  const callout = (depth: number) => `<aside class="callout-${pick(KINDS)}">${inner(depth)}</aside>`;
  const toggle = (depth: number) => `<details><summary>${line()}</summary>${inner(depth)}</details>`;

  const heading = () => {
    const name = `h${2 + random(3)}`;
    return `<${name}>${line()}</${name}>`;
  };

  function block(depth: number): string {
    const plain = [paragraph, paragraph, code, () => list(depth), picture, heading];
    const nested = [
      () => `<blockquote>${times(1 + random(2), paragraph).join("")}</blockquote>`,
      () => callout(depth),
      () => toggle(depth),
    ];
    const rich = [
      gallery,
      audio,
      video,
      file,
      () => `<table><tbody>${row("th")}${row("td")}</tbody></table>`,
      () => "<hr>",
      () => code("math"),
    ];
    return pick([...plain, ...rich, ...(depth < 2 ? [...nested, ...nested] : [])])();
  }
  return times(3 + random(6), () => block(0)).join("\n");
}
