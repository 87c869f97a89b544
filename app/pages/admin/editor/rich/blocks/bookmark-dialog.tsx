import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { adminApi } from "../../../../../browser/auth/admin-api.ts";
import type { Bookmark } from "../../../../../domain/content/markup/bookmarks.ts";
import { body } from "../../../../../http/api/admin/client.ts";
import { Field } from "../../../../../ui/form/field.tsx";
import { Dialog } from "../../../frame/dialog.tsx";
import { linkAddress } from "../dialogs.tsx";
import { explainFetch } from "./explain-fetch.ts";
import { FetchButtons } from "./fetch-buttons.tsx";

export function BookmarkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const [isFetching, setFetching] = useState(false);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const insert = (bookmark: Bookmark) => {
    editor
      .chain()
      .focus()
      .insertContent([{ type: "bookmark", attrs: bookmark }, { type: "paragraph" }])
      .run();
    close();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = linkAddress(address);
    if (!href || !/^https?:/i.test(href)) return setError("This must be the URL of a page, as in https://example.com/");
    setFetching(true);
    try {
      insert(await body(adminApi.media.bookmark.$post({ query: {}, json: { address: href } })));
    } catch (failure) {
      setError(explainFetch(failure, "page"));
    } finally {
      setFetching(false);
    }
    return undefined;
  };
  return (
    <Dialog title="Bookmark" open onClose={close} size="small">
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="URL"
          name="href"
          type="url"
          value={address}
          error={error}
          hint="The page’s title, description and image are fetched once and stored here"
          autoComplete="off"
          autoFocus
          onChange={({ target }) => {
            setAddress(target.value);
            setError(undefined);
          }}
        />
        <FetchButtons label="Add bookmark" isFetching={isFetching} onCancel={close} />
      </form>
    </Dialog>
  );
}
