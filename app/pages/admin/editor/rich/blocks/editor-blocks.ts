import { bookmark } from "./bookmark.tsx";
import { callout } from "./callout.tsx";
import type { EditorBlock } from "./editor-block.ts";
import { file } from "./file.tsx";
import { gallery } from "./gallery.tsx";
import { math } from "./math.tsx";
import { audio, video } from "./player.tsx";
import { toggle } from "./toggle.tsx";

/** Every kind of block. The schema, the slash menu and the bar of tools ask this list. */
export const EDITOR_BLOCKS: readonly EditorBlock[] = [callout, toggle, gallery, bookmark, audio, video, file, math];
