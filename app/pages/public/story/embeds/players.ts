import { type Embed, embedAt } from "../../../../domain/content/embeds-model.ts";

/** Names what is to be played once the page has been loaded anew. */
const WANTED = "skylark.play";

/** What a player may do: run, know itself again, open its own page in a window. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation";
const ALLOWED = "autoplay; encrypted-media; fullscreen; picture-in-picture";

/** Whether this document came as this very article: no other page's policy lets it frame anything. */
const mayFrame = () => {
  const [loaded] = performance.getEntriesByType("navigation");
  return new URL(loaded?.name ?? location.href, location.href).pathname === location.pathname;
};

function show(figure: HTMLElement, embed: Embed, title: string): void {
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

function play(figure: HTMLElement, embed: Embed, title: string): void {
  if (mayFrame()) {
    show(figure, embed, title);
    return;
  }
  // Come from another page of the site, whose policy still holds: loaded anew, the article has its own.
  sessionStorage.setItem(WANTED, embed.address);
  location.reload();
}

function offer(figure: HTMLElement): void {
  const link = figure.querySelector("a");
  const embed = embedAt(link?.href ?? "");
  if (!link || !embed || figure.querySelector(".embed-offer, iframe")) return;
  const page = figure.ownerDocument;
  const title = link.textContent ?? embed.name;
  const box = page.createElement("div");
  box.className = "embed-offer";
  const button = page.createElement("button");
  button.type = "button";
  button.className = "button button-solid embed-play";
  const words = embed.kind === "Pen" ? "Show on this page" : "Play on this page";
  button.textContent = words;
  button.setAttribute("aria-label", `${words}: ${title}`);
  button.addEventListener("click", () => play(figure, embed, title));
  const note = page.createElement("p");
  note.textContent = `This loads from ${embed.name}, which then learns of your visit.`;
  box.append(button, note);
  figure.append(box);
  if (sessionStorage.getItem(WANTED) !== embed.address || !mayFrame()) return;
  sessionStorage.removeItem(WANTED);
  show(figure, embed, title);
  figure.scrollIntoView({ block: "center" });
}

/** Puts a button on each still of a text. Only its click asks the other site for anything. */
export function offerPlayers(text: HTMLElement): void {
  for (const figure of text.querySelectorAll<HTMLElement>("figure.embed")) offer(figure);
}
