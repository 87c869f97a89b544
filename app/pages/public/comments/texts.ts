/*
 * The visible texts of comments that the specification doesn't give.
 */

// The thread

/** What is counted: “1 comment”, “2 comments”. */
export const comment = "comment";
export const comments = "Comments";
export const noComments = "No comments yet";
export const closed = "Comments are closed.";
export const notLoaded = "The comments could not be loaded.";
export const showMore = "Show more comments";
export const reader = "A reader";
export const formerReader = "A former reader";
export const author = "Author";
export const edited = "edited";
export const orphan = "In reply to a comment that is no longer shown.";

// For visitors

export const join = "Join the conversation.";
export const login = "Login";
export const signUp = "Sign Up";

// The form

export const yourComment = "Your comment";
export const yourReply = (name: string) => `Your reply to ${name}`;
export const charactersLeft = (count: number) => (count === 1 ? "1 character left" : `${count} characters left`);
export const charactersTooMany = (count: number) => (count === 1 ? "1 character too many" : `${count} characters too many`);
/** Hidden from people: only programs that fill in every field see it. */
export const trap = "Leave this empty";
export const postComment = "Post comment";
export const save = "Save";
export const sending = "Sending...";
export const cancel = "Cancel";
export const failed = "That didn’t work. Your text is still here. Please try again.";
export const signedOut = "You’ve been signed out. Your text is still here.";
export const deactivated = "Your account has been deactivated. Your text is still here.";
export const deleted = "Your account has been deleted. Your text is still here.";
export const pending = "Thank you. Your comment will appear once it’s approved.";
export const approved = "Thank you. Your comment is published.";

// What readers can do with a comment

export const waiting = "Waiting for approval. Only you can see it.";
export const reply = "Reply";
export const edit = "Edit";
export const remove = "Delete";
export const removeQuestion = "Delete this comment? This can’t be undone.";
export const report = "Report";
export const reportReason = "What is wrong with it? (optional)";
export const reported = "Reported";

/** The page behind the unsubscribe link of an email, by its state. Only the server renders it. */
export const unsubscribe = {
  asks: { title: "Stop emails about replies?", text: "You will still get emails about your account." },
  done: {
    title: "Emails about replies are off",
    text: "You won’t get any more emails about replies to your comments. You can turn them back on in your account.",
  },
  deleted: { title: "This account was deleted", text: "You won’t get any more emails about replies." },
  unknown: {
    title: "This link doesn’t work",
    text: "Part of it may be missing. Open it from the email again, or change your email settings in your account.",
  },
} as const;
export const stopEmails = "Stop these emails";
export const yourAccount = "Your account";
export const backHome = "Back to home";
