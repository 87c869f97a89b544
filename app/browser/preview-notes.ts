import "../pages/public/preview/preview.css";

const QUOTE_MAX = 300;

const field = (name: string) => document.querySelector<HTMLTextAreaElement>(`#note-${name}`);

function selectedPassage(): string {
  const selection = getSelection();
  const prose = document.querySelector(".prose");
  if (!selection || selection.isCollapsed || !prose || !selection.anchorNode || !selection.focusNode) return "";
  if (!prose.contains(selection.anchorNode) || !prose.contains(selection.focusNode)) return "";
  const passage = [...selection.toString().replace(/\s+/g, " ").trim()];
  return passage.length > QUOTE_MAX ? `${passage.slice(0, QUOTE_MAX - 1).join("")}…` : passage.join("");
}

function offerPassages(): void {
  const button = document.querySelector<HTMLButtonElement>(".preview-pick");
  if (!button) return;
  document.addEventListener("selectionchange", () => {
    button.hidden = selectedPassage() === "";
  });
  // Without this, a press of the button clears the selection.
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
