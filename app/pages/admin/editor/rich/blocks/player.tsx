import { Node } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import type { Editor } from "@tiptap/react";
import { pathTo } from "../../../../../base-path.ts";
import type { Player } from "../../../../../domain/content/markup/players.ts";
import { LANGUAGES, languageName } from "../../../../../domain/settings/language-rules.ts";
import { drawOffsite, offsiteHostOf } from "../draw-offsite.ts";
import { captionOf } from "./caption.ts";
import type { BlockPrompts, EditorBlock } from "./editor-block.ts";

const KINDS = { audio: "An audio file", video: "A video" } as const;

/** The captions of a video: a WebVTT file and its language (BCP 47). `kind` and `label` are as somebody wrote them. */
export type Captions = { src: string; srclang: string | null; kind: string; label: string | null };

type PlayerAttributes = {
  src: string;
  poster: string | null;
  width: string | number | null;
  height: string | number | null;
  captions: Captions | null;
};

function captionsOf(player: Element): Captions | null {
  const track = player.querySelector("track");
  const src = track?.getAttribute("src");
  if (!track || !src) return null;
  const of = (name: string) => track.getAttribute(name);
  return { src, srclang: of("srclang"), kind: of("kind") ?? "captions", label: of("label") };
}

const attributesOf = (player: Element): PlayerAttributes | false => {
  const src = player.getAttribute("src") ?? "";
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(src)) return false;
  const of = (name: string) => player.getAttribute(name);
  return { src, poster: of("poster"), width: of("width"), height: of("height"), captions: captionsOf(player) };
};

/** The attributes of a figure that has only a player, and perhaps a caption. */
function playerOf(figure: Element, name: Player): PlayerAttributes | false {
  const [player, caption, ...others] = figure.children;
  const isAlone = others.length === 0 && (!caption || caption.tagName === "FIGCAPTION");
  return player?.tagName === name.toUpperCase() && isAlone ? attributesOf(player) : false;
}

/** Where players are written out: nothing in it is loaded. */
let desk: Document | undefined;

/** The element of a player. @param addressed the address that the browser needs for a path */
function elementOf(page: Document, name: Player, attrs: PlayerAttributes, addressed = (path: string) => path): HTMLElement {
  const element = page.createElement(name);
  const { captions, src, poster, ...size } = attrs;
  const shown = { src: addressed(src), poster: poster && addressed(poster), ...size };
  for (const [key, value] of Object.entries(shown)) if (value !== null) element.setAttribute(key, String(value));
  if (captions) {
    const track = page.createElement("track");
    const { kind, srclang, label } = captions;
    for (const [key, value] of Object.entries({ kind, src: addressed(captions.src), srclang, label }))
      if (value !== null) track.setAttribute(key, value);
    element.append(track);
  }
  return element;
}

const atPath = (address: string) => (address.startsWith("/") ? pathTo(address) : address);

function shownPlayer(name: Player, node: DocumentNode, view: EditorView): HTMLElement {
  const attrs = node.attrs as PlayerAttributes;
  if (offsiteHostOf(node) !== null) {
    const { dom, show } = drawOffsite(view, KINDS[name]);
    show(node);
    return dom;
  }
  const player = elementOf(document, name, attrs, atPath);
  player.setAttribute("controls", "");
  player.setAttribute("preload", name === "video" && !attrs.poster ? "metadata" : "none");
  return player;
}

const SELECTED = "ProseMirror-selectednode";

function drawPlayer(name: Player, node: DocumentNode, view: EditorView): NodeView {
  const dom = document.createElement("figure");
  dom.className = name;
  const stage = document.createElement("div");
  stage.contentEditable = "false";
  const caption = document.createElement("div");
  caption.className = "player-caption";
  dom.append(stage, caption);
  let drawn = "";
  const show = (shown: DocumentNode) => {
    const { attrs, firstChild } = shown;
    caption.classList.toggle("is-empty", firstChild?.content.size === 0);
    const next = JSON.stringify(attrs);
    if (next === drawn) return;
    drawn = next;
    stage.replaceChildren(shownPlayer(name, shown, view));
  };
  show(node);
  return {
    dom,
    contentDOM: caption,
    update(next) {
      if (next.type !== node.type) return false;
      show(next);
      return true;
    },
    selectNode: () => dom.classList.add(SELECTED),
    deselectNode: () => dom.classList.remove(SELECTED),
    // The player's own controls.
    stopEvent: ({ type, target }) =>
      target instanceof globalThis.Node && stage.contains(target) && !/^(mousedown|drag|drop)/.test(type),
    ignoreMutation: ({ target }) => !caption.contains(target),
  };
}

const playerNode = (name: Player) =>
  Node.create({
    name,
    group: "block",
    content: "figcaption",
    isolating: true,
    draggable: true,
    addAttributes: () => ({
      src: { default: "" },
      poster: { default: null },
      width: { default: null },
      height: { default: null },
      captions: { default: null },
    }),
    parseHTML: () => [
      { tag: "figure", priority: 65, getAttrs: (figure) => playerOf(figure, name), getContent: captionOf },
      { tag: name, getAttrs: attributesOf, getContent: captionOf },
    ],
    renderHTML({ node }) {
      desk ??= document.implementation.createHTMLDocument("");
      const figure = desk.createElement("figure");
      figure.className = name;
      figure.append(elementOf(desk, name, node.attrs as PlayerAttributes));
      return { dom: figure, contentDOM: figure };
    },
    addNodeView:
      () =>
      ({ node, view }) =>
        drawPlayer(name, node, view),
    renderText: ({ node }) => String(node.attrs.src),
  });

const remove = (editor: Editor, name: Player) => editor.chain().focus().deleteNode(name).run();

function afterAudio({ state }: Editor): { at: number; node: DocumentNode | null } {
  const { selection } = state;
  const { $from } = selection;
  if (selection instanceof NodeSelection) return { at: selection.to, node: state.doc.nodeAt(selection.to) };
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === "audio") return { at: $from.after(depth), node: state.doc.nodeAt($from.after(depth)) };
  return { at: selection.to, node: null };
}

/** Puts a toggle for the words of a recording below it, and the cursor into it; browsers show no captions of audio. */
function addTranscript(editor: Editor): void {
  const { at } = afterAudio(editor);
  const text = "Transcript";
  const title = { type: "toggleTitle", content: [{ type: "text", text }] };
  const toggle = { type: "toggle", content: [title, { type: "paragraph" }] };
  const inside = at + 1 + text.length + 2 + 1;
  editor.chain().focus().insertContentAt(at, toggle).setTextSelection(inside).run();
}

const AudioTools = ({ editor }: { editor: Editor }) => (
  <>
    {afterAudio(editor).node?.type.name === "toggle" ? null : (
      <button type="button" className="small-button" onClick={() => addTranscript(editor)}>
        Add transcript
      </button>
    )}
    <button type="button" className="small-button" onClick={() => remove(editor, "audio")}>
      Remove audio
    </button>
  </>
);

function CaptionsLanguage({ editor, captions }: { editor: Editor; captions: Captions }) {
  const { srclang } = captions;
  const isListed = (LANGUAGES as readonly (string | null)[]).includes(srclang);
  const choose = (language: string) =>
    editor.commands.updateAttributes("video", { captions: { ...captions, srclang: language || null, label: null } });
  return (
    <label className="tool-field">
      <span>Captions in</span>
      <select value={srclang ?? ""} onChange={({ target }) => choose(target.value)}>
        {srclang ? null : <option value="">No language</option>}
        {isListed || !srclang ? null : <option value={srclang}>{srclang}</option>}
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
    </label>
  );
}

function VideoTools({ editor, poster: askForPoster, captions: askForCaptions }: { editor: Editor } & BlockPrompts) {
  const { poster, captions } = editor.getAttributes("video") as PlayerAttributes;
  const without = (attribute: "poster" | "captions") => editor.commands.updateAttributes("video", { [attribute]: null });
  return (
    <>
      <button type="button" className="small-button" onClick={poster ? () => without("poster") : askForPoster}>
        {poster ? "Remove still image" : "Add still image"}
      </button>
      <button type="button" className="small-button" onClick={captions ? () => without("captions") : askForCaptions}>
        {captions ? "Remove captions" : "Add captions"}
      </button>
      {captions ? <CaptionsLanguage editor={editor} captions={captions} /> : null}
      <button type="button" className="small-button" onClick={() => remove(editor, "video")}>
        Remove video
      </button>
    </>
  );
}

export const audio: EditorBlock = {
  extensions: [playerNode("audio")],
  items: ({ audio: ask }) => [{ label: "Audio", sign: "audio", words: "sound music podcast recording mp3 upload", run: ask }],
  tools: { isHere: (editor) => editor.isActive("audio"), Tools: AudioTools },
};

export const video: EditorBlock = {
  extensions: [playerNode("video")],
  items: ({ video: ask }) => [{ label: "Video", sign: "video", words: "film movie clip mp4 upload", run: ask }],
  tools: { isHere: (editor) => editor.isActive("video"), Tools: VideoTools },
};
