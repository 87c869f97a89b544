/** Characters of a name (the column's own limit). */
export const FULL_NAME_MAX = 200;
/** Characters of the text about an author (the column's own limit). */
export const BIO_MAX = 1000;

export const WRONG_PASSWORD = "The password is not right.";
export const WRONG_NONCE = "The code is wrong or too old.";
