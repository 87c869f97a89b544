import { useState } from "react";
import { useOpenEditor } from "../rich/open-editor.ts";
import { fetchPictures } from "./fetch-pictures.ts";

type OffsitePicturesProps = { addresses: string[] };

/** Offers to fetch an article's pictures from other sites; nothing is fetched before somebody says so. */
export function OffsitePictures({ addresses }: OffsitePicturesProps) {
  const editor = useOpenEditor();
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<string[]>([]);
  if (addresses.length === 0 && failures.length === 0) return null;
  const fetchAll = async () => {
    setBusy(true);
    const failed = await fetchPictures(addresses, editor?.view ?? null);
    setFailures(failed.map(({ address, reason }) => `${address} ${reason}`));
    setBusy(false);
  };
  const what = addresses.length === 1 ? "the picture" : `${addresses.length} pictures`;
  return (
    <div className="check-offsite">
      {addresses.length > 0 ? (
        <button type="button" className="small-button" disabled={isBusy} onClick={() => void fetchAll()}>
          {isBusy ? "Fetching..." : `Fetch ${what} into the library`}
        </button>
      ) : null}
      {failures.length > 0 ? (
        <div role="alert" className="check-failures">
          {failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
