import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { offsiteHost } from "../../../../domain/content/address-model.ts";
import { fetchPictures } from "../check/fetch-pictures.ts";

const FETCH = "Fetch into the library";

/** The host of another site that a picture is on; null for one that the page can show. */
export const offsiteHostOf = ({ attrs }: Node): string | null => offsiteHost(String(attrs.src ?? ""), location.host);

function span(className: string, text = ""): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * Stands where a picture of another site would: the content policy lets none be shown, and the other site learns of nobody before
 * its author has the picture fetched. Says where it is and offers just that.
 * @returns the element, and `show` to call with the node after each change
 */
export function drawOffsite(view: EditorView): { dom: HTMLElement; show(node: Node): void } {
  const dom = span("offsite-picture");
  const [name, address, state] = [span("offsite-name"), span("offsite-address"), span("offsite-state")];
  state.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = FETCH;
  dom.contentEditable = "false";
  dom.append(name, address, span("offsite-hint", "Readers get a link until it is in your library."), button, state);
  let src = "";

  button.addEventListener("click", async () => {
    button.disabled = true;
    button.textContent = "Fetching...";
    state.textContent = "";
    const [failure] = await fetchPictures([src], view);
    button.disabled = false;
    button.textContent = FETCH;
    if (failure) state.textContent = `Couldn't fetch it: ${failure.reason}.`;
  });
  const show = (node: Node) => {
    const next = String(node.attrs.src).trim();
    if (next !== src) state.textContent = "";
    src = next;
    const alt = String(node.attrs.alt ?? "").trim();
    name.textContent = `${alt || "A picture"} · on ${offsiteHostOf(node) ?? ""}`;
    address.textContent = src;
  };
  return { dom, show };
}

const isButton = (target: EventTarget | null) => target instanceof Element && target.closest("button") !== null;

/** A picture within a line: as it is, or what stands for one of another site. */
export function drawInlineImage(node: Node, view: EditorView): NodeView {
  const isOffsite = offsiteHostOf(node) !== null;
  const image = document.createElement("img");
  const placeholder = isOffsite ? drawOffsite(view) : null;
  const show = (next: Node) => {
    if (placeholder) return placeholder.show(next);
    for (const [name, value] of Object.entries(next.attrs)) {
      if (value === null || value === undefined) image.removeAttribute(name);
      else if (image.getAttribute(name) !== String(value)) image.setAttribute(name, String(value));
    }
  };
  show(node);
  return {
    dom: placeholder?.dom ?? image,
    update(next) {
      if (next.type !== node.type || (offsiteHostOf(next) !== null) !== isOffsite) return false;
      show(next);
      return true;
    },
    stopEvent: ({ target }) => isButton(target),
    ignoreMutation: () => true,
  };
}
