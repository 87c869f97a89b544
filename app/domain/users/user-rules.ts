export const FULL_NAME_MAX = 200;
export const BIO_MAX = 1000;

export const WRONG_PASSWORD = "This password is wrong.";
export const WRONG_NONCE = "The code is wrong or has expired.";
