/** What subscribers agree to in English. The form shows it, and the record of consent keeps it. */
export const CONSENT = "Send me new articles from {site} by email. I can stop them at any time.";
