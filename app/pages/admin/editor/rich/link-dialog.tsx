import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { routes } from "../../../../routes.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { PostSearch } from "../link/post-search.tsx";
import { LINK_RULE, linkAddress } from "./link-address.ts";

/** Asks where a link leads. Without a selection the address itself becomes the text, or what is typed beside it. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [href, setHref] = useState(() => String(editor.getAttributes("link").href ?? ""));
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const asksForText = editor.state.selection.empty && !editor.isActive("link");

  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const address = linkAddress(href);
    if (address === null) return setError(LINK_RULE);
    const chain = editor.chain().focus();
    if (asksForText) {
      const marks = [{ type: "link", attrs: { href: address } }];
      chain
        .insertContent({ type: "text", text: text.trim() || href.trim(), marks })
        .unsetMark("link")
        .run();
    } else chain.extendMarkRange("link").setLink({ href: address }).run();
    close();
  };

  return (
    <Dialog title={editor.isActive("link") ? "Edit link" : "Add link"} open onClose={close} size="small">
      <form className="form" noValidate onSubmit={submit}>
        <PostSearch
          value={href}
          error={error}
          onChange={(typed) => {
            setHref(typed);
            setError(undefined);
          }}
          onPick={({ slug, title }) => {
            setHref(routes.story(slug));
            setError(undefined);
            setText((before) => before || title);
          }}
        />
        {asksForText ? (
          <Field label="Text" name="text" value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} />
        ) : null}
        <div className="admin-dialog-foot">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button-solid">
            Save link
          </button>
        </div>
      </form>
    </Dialog>
  );
}
