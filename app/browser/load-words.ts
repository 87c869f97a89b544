import { WORDS_ID } from "../pages/page-state.ts";
import { speak, type Words } from "../texts/texts.ts";

/** Before anything is rendered: the texts of the page's language. Without them, as when the connection fails, texts are English. */
export async function loadWords(): Promise<void> {
  const file = document.querySelector<HTMLLinkElement>(`#${WORDS_ID}`);
  if (!file) return;
  const words = await fetch(file.href).then(
    (answer) => answer.json() as Promise<Words>,
    () => null,
  );
  if (words) speak({ language: file.hreflang, words });
}
