import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { placeBlock } from "./place-picture.ts";

/** A picture within pasted HTML: a data URL. The shortest are placeholders of pages that load pictures later. */
const EMBEDDED = /^data:image\/(avif|gif|jpe?g|png|webp);base64,([a-z0-9+/=\s]{100,})$/i;
const PENDING = "pending-upload:";

export const isEmbeddedPicture = (address: string): boolean => EMBEDDED.test(address);

function fileOf(address: string): File | null {
  const [, type = "", base64 = ""] = EMBEDDED.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const extension = type.toLowerCase().replace("jpeg", "jpg");
    return new File([bytes], `image.${extension}`, { type: `image/${extension === "jpg" ? "jpeg" : extension}` });
  } catch {
    return null;
  }
}

/** The address of an embedded picture until it is inserted. @param index its place in `CleanResult.embedded` */
export const pendingAddress = (index: number): string => `${PENDING}${index}`;

/** null if no picture waits for the next change of the text. */
let held: (File | null)[] | null = null;

/** Keeps the embedded pictures of the HTML that is being pasted. Those of the paste before it are gone. @param addresses data URLs */
export function holdPictures(addresses: readonly string[]): void {
  held = addresses.length > 0 ? addresses.map(fileOf) : null;
}

export type PastedPicture = { file: File; at: number; node: Node };

/**
 * Takes the pictures that are still to be uploaded out of a pasted text, so that no draft contains them.
 * @returns null if there are none; an empty paragraph keeps the place of each that is a block
 */
export function takePictures(state: EditorState): { transaction: Transaction; pictures: PastedPicture[] } | null {
  if (held === null) return null;
  const files = held;
  held = null;
  const found: { at: number; node: Node }[] = [];
  state.doc.descendants((node, at) => {
    if (String(node.attrs.src ?? "").startsWith(PENDING)) found.push({ at, node });
  });
  if (found.length === 0) return null;
  const { tr } = state;
  const pictures: PastedPicture[] = [];
  // From the last one, so that places before it stay as they are.
  for (const { at, node } of found.toReversed()) {
    const paragraph = node.isBlock ? state.schema.nodes.paragraph?.create(null, node.firstChild?.content) : undefined;
    const size = tr.doc.content.size;
    if (paragraph) tr.replaceWith(at, at + node.nodeSize, paragraph);
    else tr.delete(at, at + node.nodeSize);
    const by = tr.doc.content.size - size;
    for (const later of pictures) later.at += by;
    const file = files[Number(String(node.attrs.src).slice(PENDING.length))];
    if (file) pictures.unshift({ file, at: paragraph ? at + 1 : at, node });
  }
  return { transaction: tr, pictures };
}

/**
 * Inserts an uploaded picture where it was pasted. What its paragraph says is its caption.
 * @param place the place of its placeholder
 */
export function placePasted(
  transaction: Transaction,
  place: number,
  pasted: Node,
  uploaded: { src: string; alt: string; width: number; height: number },
): void {
  const attributes = { ...pasted.attrs, ...uploaded, alt: pasted.attrs.alt || uploaded.alt };
  if (!pasted.isBlock) {
    transaction.insert(place, pasted.type.create(attributes));
    return;
  }
  const $place = transaction.doc.resolve(place);
  const isParagraph = $place.parent.type.name === "paragraph";
  const caption = isParagraph ? $place.parent.content : undefined;
  const block = pasted.type.create(attributes, pasted.firstChild?.type.create(null, caption));
  if (caption && caption.size > 0) transaction.replaceWith($place.before(), $place.after(), block);
  else placeBlock(transaction, place, block);
}
