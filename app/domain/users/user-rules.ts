/** The most characters of a name, as in the database. */
export const FULL_NAME_MAX = 200;
/** The most characters of a bio, as in the database. */
export const BIO_MAX = 1000;

export const WRONG_PASSWORD = "This password is wrong.";
export const WRONG_NONCE = "The code is wrong or has expired.";
