import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of preview pages. Only the server renders them.
 */
export const english = {
  title: "Preview",
  previewOf: "Preview: {title}",
  skip: "Skip to content",

  // Above the text

  unpublished: "Preview: not published.",
  changes: "Preview: includes unpublished changes.",
  published: "Preview: this version is published.",
  ends: "Link ends on {time}.",

  // A link that doesn't work

  ended: "This preview is no longer available",
  endedText: "The link may have expired, or it’s incomplete. Ask the person who sent it to you for a new one.",

  // Notes

  heading: "Leave a note",
  thanks: "Thank you. Your note has been sent to the author.",
  whoReads: "Only the people who run this site can read it.",
  name: "Your name",
  quote: "The passage it is about (optional)",
  quoteHint: "Copy it here, or select it in the text and choose “Note on this passage”.",
  text: "Your note",
  /** Hidden from people: only programs that fill in every field see it. */
  trap: "Leave this empty",
  send: "Send the note",
  pick: "Note on this passage",

  // What is wrong with a field, in other languages than English, and why a note wasn't taken

  nameWrong: "Enter a name of at most {max} characters.",
  quoteWrong: "The passage is too long: at most {max} characters.",
  textWrong: "Write a note of at most {max} characters.",
  tooMany: "You’ve sent many notes. Please try again later.",
} as const;

export const texts = textsOf("preview", english);
