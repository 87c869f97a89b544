import type { EditorView } from "@tiptap/pm/view";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { withScheme } from "../../../../domain/content/markup/addresses.ts";
import { playedAt } from "../../../../domain/media/file-rules.ts";
import { body } from "../../../../http/api/admin/client.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { messageOf } from "../../../account/frame/failure.ts";

/** Puts another address into the pictures and players on the page of paper, to be undone like anything typed. */
function replaceOnPaper(view: EditorView, from: string, to: string): void {
  if (view.isDestroyed) return;
  const { tr, doc } = view.state;
  doc.descendants((node, at) => {
    if (["image", "picture", "audio", "video"].includes(node.type.name) && String(node.attrs.src).trim() === from)
      tr.setNodeAttribute(at, "src", to);
  });
  if (tr.docChanged) view.dispatch(tr);
}

/** An address within quotes, brackets or blanks: not one that only begins like it. */
const whole = (address: string) =>
  new RegExp(`(?<=["'(<\\s=])${address.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?=["')>\\s])`, "g");

/** The source with another address in place of `from`, also where its ampersands are written out. */
export const withAddress = (source: string, from: string, to: string): string =>
  source.replace(whole(from), () => to).replace(whole(from.replaceAll("&", "&amp;")), () => to);

function replaceInSource(from: string, to: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(".editor-source");
  if (!field) return;
  const changed = withAddress(field.value, from, to);
  if (changed === field.value) return;
  field.focus();
  field.select();
  // The one way to write into a field that it can undo.
  document.execCommand("insertText", false, changed);
}

const reasonOf = (error: unknown): string =>
  (error instanceof ApiError && error.details?.[0]?.rule) || messageOf(error as Error, "the server can’t be reached");

/**
 * Fetches pictures, recordings and videos from other sites into the library, one after the other, and replaces their addresses in the content.
 * @param view the rich editor, null for source
 * @returns the addresses that failed, each with the reason
 */
export async function fetchPictures(
  addresses: string[],
  view: EditorView | null,
): Promise<{ address: string; reason: string }[]> {
  const failures: { address: string; reason: string }[] = [];
  for (const address of addresses) {
    try {
      const asked = { query: {}, json: { address: new URL(withScheme(address), location.href).href } };
      const isPlayed = playedAt(address) !== null;
      const { url } = await body(isPlayed ? adminApi.media.files.fetch.$post(asked) : adminApi.media.fetch.$post(asked));
      if (view) replaceOnPaper(view, address, url);
      else replaceInSource(address, url);
    } catch (error) {
      failures.push({ address, reason: reasonOf(error) });
    }
  }
  return failures;
}
