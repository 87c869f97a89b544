import { CheckPanel } from "./check/check-panel.tsx";
import { WordGoal } from "./goal/word-goal.tsx";
import { Outline } from "./outline/outline.tsx";
import type { PostValues } from "./post-values.ts";
import type { Writing } from "./source/views.ts";

type WritingPanelsProps = {
  /** the post's id, null for a new one */
  id: string | null;
  values: PostValues;
  writing: Writing;
  /** makes the fields visible */
  onFollow(): void;
};

/** What stands beside the text while it is written: the check, its contents, how far it has come. */
export function WritingPanels({ id, values, writing, onFollow }: WritingPanelsProps) {
  return (
    <>
      <CheckPanel id={id} values={values} onFollow={onFollow} />
      <Outline writing={writing} />
      <WordGoal id={id} writing={writing} />
    </>
  );
}
