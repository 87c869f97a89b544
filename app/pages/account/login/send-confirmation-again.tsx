import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { messageOf } from "../frame/failure.ts";

const LABELS = { idle: "Send the link again", busy: "Sending...", sent: "Sent. Check your email." };

/** What happens without a mail server. */
const BY_HAND = { ...LABELS, idle: "Ask for a new link", sent: "Done. We will send you the link." };

/** For who has lost the mail that their account waits for. */
export function SendConfirmationAgain({ email }: { email: string }) {
  const labels = useSite().sendsMail ? LABELS : BY_HAND;
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
        <p>{labels.sent}</p>
      ) : (
        <button
          type="button"
          className="text-link"
          aria-disabled={step === "busy"}
          onClick={() => step === "idle" && void send()}
        >
          {labels[step]}
        </button>
      )}
      {problem ? <p>{problem}</p> : null}
    </>
  );
}
