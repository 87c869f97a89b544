/** Characters. */
export const HAND_IN_NOTE_MAX = 2000;
