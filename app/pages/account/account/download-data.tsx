import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { messageOf } from "../frame/failure.ts";

/** How long the browser may take to begin its download, in ms. */
const DOWNLOAD_BEGINS = 10_000;

/** Hands an answer to the reader as a file, by the name that the server gave it. */
async function save(answer: Response): Promise<void> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "account.json";
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGINS);
}

/** All data of the account, to take home. */
export function DownloadData() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const download = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { api } = await loadAuth();
      await save(await api.account.export());
    } catch (error) {
      setProblem(messageOf(error, "Your data could not be put together. Please try again."));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void download()}>
        {isBusy ? "Preparing..." : "Download my data"}
      </button>
      <p role="alert" className="field-error">
        {problem}
      </p>
    </>
  );
}
