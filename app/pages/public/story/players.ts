import { type Embed, embedAt } from "../../../domain/content/markup/figures.ts";
import { fill } from "../../../texts/texts.ts";
import { texts } from "./player-texts.ts";

/** The embed that plays after a reload. */
const WANTED = "skylark.play";

/** Players may run scripts, use their own storage and open their own page in a window. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation";
const ALLOWED = "autoplay; encrypted-media; fullscreen; picture-in-picture";

/** Loaded as this article: the content policy of other pages allows no frames. */
const mayFrame = () => {
  const [loaded] = performance.getEntriesByType("navigation");
  return new URL(loaded?.name ?? location.href, location.href).pathname === location.pathname;
};

type Framed = Embed & { frame: string };

function show(figure: HTMLElement, embed: Framed, title: string): void {
  const frame = figure.ownerDocument.createElement("iframe");
  frame.className = "embed-frame";
  frame.title = title;
  frame.setAttribute("sandbox", SANDBOX);
  frame.allow = ALLOWED;
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  frame.src = embed.frame;
  figure.querySelector(".embed-offer")?.remove();
  figure.classList.add("is-playing");
  figure.prepend(frame);
  frame.focus();
}

function play(figure: HTMLElement, embed: Framed, title: string): void {
  if (mayFrame()) {
    show(figure, embed, title);
    return;
  }
  // The reader came from another page of the site, whose policy still applies. After a reload, the article has its own.
  sessionStorage.setItem(WANTED, embed.address);
  location.reload();
}

function offer(figure: HTMLElement): void {
  const link = figure.querySelector("a");
  const found = embedAt(link?.href ?? "");
  const embed = found?.frame ? { ...found, frame: found.frame } : null;
  if (!link || !embed || figure.querySelector(".embed-offer, iframe")) return;
  const page = figure.ownerDocument;
  const title = link.textContent ?? embed.name;
  const box = page.createElement("div");
  box.className = "embed-offer";
  const button = page.createElement("button");
  button.type = "button";
  button.className = "button button-solid embed-play";
  const words = embed.kind === "Pen" ? texts.showPen : texts.play;
  button.textContent = words;
  button.setAttribute("aria-label", `${words}: ${title}`);
  button.addEventListener("click", () => play(figure, embed, title));
  const note = page.createElement("p");
  note.textContent = fill(texts.loadsFrom, { site: embed.name });
  box.append(button, note);
  figure.append(box);
  if (sessionStorage.getItem(WANTED) !== embed.address || !mayFrame()) return;
  sessionStorage.removeItem(WANTED);
  show(figure, embed, title);
  figure.scrollIntoView({ block: "center" });
}

/** Nothing is loaded from the other site before a play button is pressed. */
export function offerPlayers(text: HTMLElement): void {
  for (const figure of text.querySelectorAll<HTMLElement>("figure.embed")) offer(figure);
}
