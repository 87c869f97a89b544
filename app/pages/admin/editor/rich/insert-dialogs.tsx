import type { Editor } from "@tiptap/react";
import type { Picture } from "../../../../domain/media/picture.ts";
import { MediaPicker } from "../../media/media-picker.tsx";
import { BookmarkDialog } from "./blocks/bookmark-dialog.tsx";
import type { BlockPrompts } from "./blocks/editor-block.ts";
import { type AskedFile, FileDialog } from "./blocks/file-dialog.tsx";
import { addToGallery } from "./blocks/gallery.tsx";
import { insertFile } from "./blocks/insert-file.ts";
import { EmbedDialog, LinkDialog } from "./dialogs.tsx";
import { describeImage } from "./picture-tools.tsx";
import { placePicture } from "./place-picture.ts";

export type Asked = "link" | "picture" | "embed" | keyof BlockPrompts;

const FILE_PROMPTS: readonly string[] = ["audio", "video", "file", "captions"] satisfies AskedFile[];
const isFilePrompt = (asked: Asked | null): asked is AskedFile => asked !== null && FILE_PROMPTS.includes(asked);

export function InsertDialogs({ editor, asked, onClose }: { editor: Editor; asked: Asked | null; onClose(): void }) {
  const insert = ({ url, alt, width, height }: Picture) => {
    onClose();
    const { tr } = editor.state;
    const at = placePicture(tr, tr.selection.to, { src: url, alt, width, height });
    if (at === null) return;
    editor.view.dispatch(tr);
    describeImage(editor, at);
  };
  return (
    <>
      {asked === "link" ? <LinkDialog editor={editor} onClose={onClose} /> : null}
      {asked === "bookmark" ? <BookmarkDialog editor={editor} onClose={onClose} /> : null}
      {asked === "embed" ? <EmbedDialog editor={editor} onClose={onClose} /> : null}
      <MediaPicker open={asked === "picture"} onClose={onClose} onPick={insert} />
      {isFilePrompt(asked) ? (
        <FileDialog
          asked={asked}
          onClose={onClose}
          onPick={(media) => {
            onClose();
            void insertFile(editor, asked, media);
          }}
        />
      ) : null}
      <MediaPicker
        open={asked === "poster"}
        onClose={onClose}
        onPick={({ url }) => {
          onClose();
          editor.chain().focus().updateAttributes("video", { poster: url }).run();
        }}
      />
      <MediaPicker
        open={asked === "gallery"}
        onClose={onClose}
        onPickMany={(pictures) => {
          onClose();
          const at = addToGallery(editor, pictures);
          if (at !== null) describeImage(editor, at);
        }}
      />
    </>
  );
}
