import { Extension } from "@tiptap/core";

export type KeyboardOptions = { onLink(): void; onToolbar(): void };

/** Keys that lead out of the text: to the link's address and to the toolbar. */
export const Keyboard = Extension.create<KeyboardOptions>({
  name: "keyboard",
  addKeyboardShortcuts() {
    return {
      "Mod-k": () => {
        this.options.onLink();
        return true;
      },
      "Alt-F10": () => {
        this.options.onToolbar();
        return true;
      },
    };
  },
});
