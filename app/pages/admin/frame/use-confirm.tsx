import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { flushSync } from "react-dom";
import { Dialog } from "./dialog.tsx";

export type Question = {
  title: string;
  text: ReactNode;
  /** the label of the confirm button, a verb */
  action: string;
  /** the label of the other button */
  cancel?: string;
  tone?: "danger";
};
export type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

type PendingQuestion = { question: Question; answer(agreed: boolean): void; resolve(agreed: boolean): void };

function QuestionDialog({ asked: { question, answer } }: { asked: PendingQuestion }) {
  const { title, text, action, cancel = "Cancel", tone } = question;
  return (
    <Dialog
      title={title}
      open
      size="small"
      onClose={() => answer(false)}
      footer={
        <>
          {/* The first button has the focus, so that Enter gives the safe answer. */}
          <button type="button" className="button" onClick={() => answer(false)}>
            {cancel}
          </button>
          <button
            type="button"
            className={`button ${tone === "danger" ? "button-danger-solid" : "button-solid"}`}
            onClick={() => answer(true)}
          >
            {action}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<PendingQuestion | null>(null);
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        const answer = (agreed: boolean) => {
          // Closed first: what follows may disable the button that asked, and the dialog gives the focus back to it.
          flushSync(() => setAsked(null));
          resolve(agreed);
        };
        setAsked((before) => {
          before?.resolve(false);
          return { question, answer, resolve };
        });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked ? <QuestionDialog asked={asked} /> : null}
    </ConfirmContext>
  );
}

/** Asks before something irreversible. @returns a function that resolves with whether the user agreed */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}
