import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { offsiteHost } from "../../../../domain/content/markup/addresses.ts";
import { fetchPictures } from "../check/fetch-pictures.ts";

/** The host of another site that a picture, a recording or a video is on; null for one that the page can show. */
export const offsiteHostOf = ({ attrs }: Node): string | null => offsiteHost(String(attrs.src ?? ""), location.host);

function span(className: string, text = ""): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * The placeholder of a picture, a recording or a video from another site. The content security policy doesn't load such files, and the other site gets no
 * request before the author fetches it. Shows the address and a button that fetches it.
 * @param kind what it is, as it is called without a description
 * @returns the element, and `show` to call with the node after each change
 */
export function drawOffsite(view: EditorView, kind: string = "An image"): { dom: HTMLElement; show(node: Node): void } {
  const dom = span("offsite-picture");
  const [name, address, state] = [span("offsite-name"), span("offsite-address"), span("offsite-state")];
  state.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = "Fetch into the library";
  dom.contentEditable = "false";
  dom.append(name, address, span("offsite-hint", "Readers get a link until it is in your library."), button, state);
  let src = "";

  button.addEventListener("click", async () => {
    button.disabled = true;
    button.textContent = "Fetching...";
    state.textContent = "";
    const [failure] = await fetchPictures([src], view);
    button.disabled = false;
    button.textContent = "Fetch into the library";
    if (failure) state.textContent = `Couldn’t fetch it: ${failure.reason}.`;
  });
  const show = (node: Node) => {
    const next = String(node.attrs.src).trim();
    if (next !== src) state.textContent = "";
    src = next;
    const alt = String(node.attrs.alt ?? "").trim();
    name.textContent = `${alt || kind} · on ${offsiteHostOf(node) ?? ""}`;
    address.textContent = src;
  };
  return { dom, show };
}
