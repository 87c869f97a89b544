import { useState } from "react";

/** So much of a comment is shown at first, in characters. */
const SHOWN = 600;

/** What a comment says, as plain text; the rest of a long one is a click away. */
export function CommentText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const characters = [...text];
  const isCut = !isWhole && characters.length > SHOWN;
  return (
    <>
      <p className="moderated-text">{isCut ? `${characters.slice(0, SHOWN).join("")}…` : text}</p>
      {isCut ? (
        <button type="button" className="text-link" onClick={() => setWhole(true)}>
          Show all
        </button>
      ) : null}
    </>
  );
}
