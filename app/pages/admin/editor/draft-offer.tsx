import { useDates } from "../frame/dates.tsx";

type DraftOfferProps = { savedAt: number; onRestore(): void; onDiscard(): void };

/** What an earlier visit left unsaved, to be taken up or thrown away. */
export function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  const { time } = useDates();
  return (
    <section className="editor-offer" aria-label="Unsaved copy">
      <p>{`This browser kept what you wrote and didn't save, from ${time(new Date(savedAt).toISOString())}.`}</p>
      <div>
        <button type="button" className="small-button" onClick={onRestore}>
          Restore it
        </button>
        <button type="button" className="small-button" onClick={onDiscard}>
          Discard it
        </button>
      </div>
    </section>
  );
}
