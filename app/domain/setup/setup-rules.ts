/** The token of the link: 256 random bits in hexadecimal digits. */
export const SETUP_TOKEN = /^[0-9a-f]{64}$/;

export const SETUP_HOURS = 24;

/** What the new site begins with: the demo content, or nothing. */
export const SETUP_STARTS = ["demo", "empty"] as const;
