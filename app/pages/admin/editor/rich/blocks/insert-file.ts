import type { Editor } from "@tiptap/react";
import { pathTo } from "../../../../../base-path.ts";
import { fileKindText, sizeText } from "../../../../../domain/media/file-rules.ts";
import type { Media } from "../../../../../domain/media/picture.ts";
import type { AskedFile } from "./file-dialog.tsx";
import type { Captions } from "./player.tsx";

/** How long a video may take to tell its size, in ms. */
const PATIENCE = 5000;

/** The size of a video in pixels, so that its page can keep the room for it; nothing if the browser can't read it. */
function videoSize(url: string): Promise<{ width?: number; height?: number }> {
  const video = document.createElement("video");
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      const { videoWidth: width, videoHeight: height } = video;
      video.removeAttribute("src");
      resolve(width > 0 && height > 0 ? { width, height } : {});
    };
    const timer = setTimeout(done, PATIENCE);
    video.onloadedmetadata = done;
    video.onerror = done;
    video.preload = "metadata";
    video.src = pathTo(url);
  });
}

type BlockOfFile = { type: string; attrs: Record<string, unknown>; content?: { type: string }[] };

export async function blockOfFile(asked: AskedFile, { url, name, bytes }: Media): Promise<BlockOfFile> {
  if (asked !== "audio" && asked !== "video")
    return { type: "file", attrs: { href: url, name, about: `${fileKindText(url)}, ${sizeText(bytes)}` } };
  const size = asked === "video" ? await videoSize(url) : {};
  return { type: asked, attrs: { src: url, ...size }, content: [{ type: "figcaption" }] };
}

/** Puts a file of the library at the cursor: as a player, as a card, or as the captions of the video there. */
export async function insertFile(editor: Editor, asked: AskedFile, media: Media): Promise<void> {
  if (asked === "captions") {
    // Most captions are in the language of the site.
    const captions: Captions = { src: media.url, kind: "captions", srclang: document.documentElement.lang || null, label: null };
    editor.chain().focus().updateAttributes("video", { captions }).run();
    return;
  }
  const block = await blockOfFile(asked, media);
  if (editor.isDestroyed) return;
  editor
    .chain()
    .focus()
    .insertContent([block, { type: "paragraph" }])
    .run();
}
