import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { offsiteHost } from "../../../../domain/content/markup/addresses.ts";
import { fetchPictures } from "../check/fetch-pictures.ts";
import { OFFSITE } from "./texts.ts";

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
export function drawOffsite(view: EditorView, kind: string = OFFSITE.picture): { dom: HTMLElement; show(node: Node): void } {
  const dom = span("offsite-picture");
  const [name, address, state] = [span("offsite-name"), span("offsite-address"), span("offsite-state")];
  state.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = OFFSITE.fetch;
  dom.contentEditable = "false";
  dom.append(name, address, span("offsite-hint", OFFSITE.hint), button, state);
  let src = "";

  button.addEventListener("click", async () => {
    button.disabled = true;
    button.textContent = OFFSITE.fetching;
    state.textContent = "";
    const [failure] = await fetchPictures([src], view);
    button.disabled = false;
    button.textContent = OFFSITE.fetch;
    if (failure) state.textContent = OFFSITE.fetchFailed(failure.reason);
  });
  const show = (node: Node) => {
    const next = String(node.attrs.src).trim();
    if (next !== src) state.textContent = "";
    src = next;
    const alt = String(node.attrs.alt ?? "").trim();
    name.textContent = OFFSITE.on(alt || kind, offsiteHostOf(node) ?? "");
    address.textContent = src;
  };
  return { dom, show };
}
