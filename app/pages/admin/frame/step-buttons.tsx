import { AdminIcon } from "./admin-icon.tsx";

type Step = -1 | 1;

const STEPS = [
  { step: -1, word: "up" },
  { step: 1, word: "down" },
] as const;

type StepButtonsProps = {
  /** what moves, for screen readers */
  name: string;
  canStep(step: Step): boolean;
  onStep(step: Step, button: HTMLElement): void;
};

/** The buttons that move a row up and down. One without a place to go keeps the focus. */
export const StepButtons = ({ name, canStep, onStep }: StepButtonsProps) =>
  STEPS.map(({ step, word }) => (
    <button
      key={step}
      type="button"
      className="icon-button"
      aria-label={`Move ${name} ${word}`}
      aria-disabled={!canStep(step) || undefined}
      onClick={(event) => onStep(step, event.currentTarget)}
    >
      <AdminIcon name={word} />
    </button>
  ));
