/** The form for notes as it is shown: what was typed, what is wrong with it, what became of the last one. */
export type NoteForm = {
  values: { name: string; text: string; quote: string };
  problems: { field: string; rule: string }[];
  /** why it was not sent, where no field is to blame */
  failure: string | null;
  hasLeft: boolean;
};
