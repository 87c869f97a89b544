import { toast } from "../../../../ui/toast/toast.ts";
import { cleanPasted } from "../paste/clean-pasted.ts";

/** The mark that ProseMirror leaves on what is copied out of an editor: it is clean, and knows more than HTML tells. */
const OWN = /\bdata-pm-slice=/;

/** For `transformPastedHTML`: what comes from elsewhere is cleaned, and who pastes is told what stayed behind. */
export function transformPasted(html: string): string {
  if (OWN.test(html)) return html;
  const { html: clean, pictures } = cleanPasted(html);
  if (pictures > 0) {
    const title = pictures === 1 ? "One picture was left out" : `${pictures} pictures were left out`;
    toast({ title, description: "Pictures of other places have to be uploaded.", tone: "error" });
  }
  return clean;
}
