import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { messageOf } from "../frame/failure.ts";

const LABELS = { idle: "Send the link again", busy: "Sending...", sent: "Sent. Look into your mailbox." };

/** For who has lost the mail that their account waits for. */
export function SendConfirmationAgain({ email }: { email: string }) {
  const [step, setStep] = useState<keyof typeof LABELS>("idle");
  const [problem, setProblem] = useState("");
  const send = async () => {
    setStep("busy");
    setProblem("");
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.resend({ type: "signup", email });
      if (error) throw error;
      setStep("sent");
    } catch (error) {
      setProblem(messageOf(error, "The mail could not be sent. Please try again."));
      setStep("idle");
    }
  };
  return (
    <>
      {step === "sent" ? (
        <p>{LABELS.sent}</p>
      ) : (
        <button
          type="button"
          className="text-link"
          aria-disabled={step === "busy"}
          onClick={() => step === "idle" && void send()}
        >
          {LABELS[step]}
        </button>
      )}
      {problem ? <p>{problem}</p> : null}
    </>
  );
}
