/** A reader session made of one digit. */
export const session = (digit: string): string => digit.repeat(32);
