import type { Editor } from "@tiptap/react";
import { embedAt } from "../../../../domain/content/embeds-model.ts";
import { changeSelected } from "./selected.ts";

/** The selected embed: what it is called, where it comes from, and the way to take it out. */
export function EmbedTools({ editor, href, title }: { editor: Editor; href: string; title: string }) {
  const embed = embedAt(href);
  return (
    <>
      <label className="tool-field">
        <span>{embed ? `${embed.kind} on ${embed.name}` : "Embed"}</span>
        <input
          value={title}
          placeholder="Its title"
          maxLength={200}
          onChange={({ target }) => changeSelected(editor, { title: target.value })}
          onKeyDown={({ key }) => (key === "Escape" || key === "Enter" ? editor.commands.focus() : undefined)}
        />
      </label>
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove embed
      </button>
    </>
  );
}

/** The selected embed's attributes, else null. */
export function selectedEmbed(editor: Editor): { href: string; title: string } | null {
  if (!editor.isActive("embed")) return null;
  const { href, title } = editor.getAttributes("embed");
  return { href: String(href ?? ""), title: String(title ?? "") };
}
