import "../pages/public/preview/preview.css";

/** As long a passage as a note takes, in characters. */
const QUOTE_MAX = 300;

const field = (name: string) => document.querySelector<HTMLTextAreaElement>(`#note-${name}`);

/** What is selected in the article, as one line; empty when nothing is, or something else. */
function selectedPassage(): string {
  const selection = getSelection();
  const prose = document.querySelector(".prose");
  if (!selection || selection.isCollapsed || !prose || !selection.anchorNode || !selection.focusNode) return "";
  if (!prose.contains(selection.anchorNode) || !prose.contains(selection.focusNode)) return "";
  const passage = [...selection.toString().replace(/\s+/g, " ").trim()];
  return passage.length > QUOTE_MAX ? `${passage.slice(0, QUOTE_MAX - 1).join("")}…` : passage.join("");
}

/** Offers to take what is selected into the form. The form itself works without this. */
function offerPassages(): void {
  const button = document.querySelector<HTMLButtonElement>(".preview-pick");
  if (!button) return;
  document.addEventListener("selectionchange", () => {
    button.hidden = selectedPassage() === "";
  });
  // A press takes the selection away otherwise.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const [quote, text] = [field("quote"), field("text")];
    if (!quote || !text) return;
    quote.value = selectedPassage();
    button.hidden = true;
    text.focus();
  });
}

offerPassages();
