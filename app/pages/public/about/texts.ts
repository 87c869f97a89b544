/*
 * The headings of the owner's texts on About.
 */

export const mission = "Our mission";
export const vision = "Our vision";
export const values = "Our values";
