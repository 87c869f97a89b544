import { Dialog } from "../../frame/dialog.tsx";
import { LossList } from "./loss-list.tsx";
import { type Passage, VIEWS } from "./views.ts";

const nameOf = (view: string) => VIEWS.find(([name]) => name === view)?.[1] ?? view;

/** Asks before the content changes its format, or loses something; names what that is. */
export function PassageDialog({ passage, onClose, onGo }: { passage: Passage; onClose(): void; onGo(): void }) {
  const { view, losses, converts, writing } = passage;
  const [from, to] = writing.content_format === "markdown" ? ["HTML", "Markdown"] : ["Markdown", "HTML"];
  return (
    <Dialog
      title={`Switch to ${nameOf(view)}?`}
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Stay
          </button>
          <button type="button" className="button button-solid" onClick={onGo}>
            {losses.length > 0 ? "Switch and lose this" : converts ? `Convert to ${to}` : "Switch"}
          </button>
        </>
      }
    >
      {converts ? (
        <p>{`This post is written in ${from}. From now on it will be saved as ${to}.${losses.length > 0 ? "" : " Nothing of it is lost."}`}</p>
      ) : null}
      {losses.length > 0 ? (
        <>
          <p>{`${nameOf(view)} can't keep:`}</p>
          <LossList losses={losses} />
        </>
      ) : null}
    </Dialog>
  );
}
