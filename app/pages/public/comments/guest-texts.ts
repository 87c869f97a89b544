import { textsOf } from "../../../texts/texts.ts";

/** The pages of people who comment without an account. Only the server renders them. */
export const english = {
  form: {
    title: "Your comment",
    check: "Please check your comment, then post it.",
    button: "Post comment",
  },
  problems: {
    name: "Enter a name of at most {max} characters, without control characters.",
    nameTaken: "Choose another name. An author of this site has this one.",
    email: "Enter an email address.",
    content: "Write something, of at most 5,000 characters.",
    tooMany: "Too many tries. Nothing was sent. Please try again later.",
    closed: "Comments are closed, so yours wasn’t posted.",
    duplicate: "You have already posted this comment.",
    goneReply: "The comment that you reply to is no longer shown.",
    refused: "This comment can’t be posted. Comments may be closed, or you may have posted it already.",
    notFollowed: "You can’t follow these comments.",
  },
  sent: {
    title: "Check your inbox",
    text: "Open the link that we email to {email} and confirm your comment. It is deleted after {days} days otherwise. An address gets at most {count} such emails a day.",
  },
  confirm: {
    title: "Post this comment?",
    text: "It was written on “{article}” with your email address.",
    remembers: "This browser will be remembered for a year, so that your next comments need no email.",
    button: "Post comment",
  },
  posted: { title: "Your comment is published", text: "Thank you." },
  waiting: { title: "Your comment waits for approval", text: "Thank you. It will appear once it’s approved." },
  own: {
    title: "Your comments",
    text: "In this browser you comment as {name}, with the address {email}.",
    nameless: "This browser knows your address {email}.",
    none: "There are none.",
    field: "Your comment",
    waiting: "Waiting for approval",
    save: "Save",
    remove: "Delete",
    saved: "Your comment is saved.",
    removed: "Your comment is deleted.",
    tooLate: "That didn’t work. Comments can only be edited for 15 minutes.",
    followed: "Comments that you follow",
    forget: "Forget me in all browsers",
  },
  stranger: {
    title: "Your comments",
    text: "This browser remembers nobody. It does after you open an emailed link here and confirm.",
  },
  forgotten: {
    title: "You are forgotten",
    text: "Your next comment needs an email again, in every browser. Your comments stay.",
  },
  askFollow: {
    title: "Follow the comments?",
    text: "You get an email about each new comment on “{article}”. The address is never shown. If this browser doesn’t know it yet, we email you a link to confirm it.",
    check: "Please check your address, then continue.",
    button: "Continue",
  },
  followSent: {
    title: "Check your inbox",
    text: "Open the link that we email to {email} and confirm that you want to follow the comments. It works for {days} days. An address gets at most {count} such emails a day.",
  },
  confirmFollow: {
    title: "Follow these comments?",
    text: "{email} gets an email about each new comment on “{article}”. This browser will be remembered for a year.",
    button: "Follow the comments",
  },
  following: {
    title: "You follow these comments",
    text: "{email} gets an email about each new comment on “{article}”. Each of them has a link that ends them.",
    stop: "Stop emails",
  },
  unfollowed: {
    title: "You no longer follow these comments",
    text: "{email} gets no more emails about new comments on “{article}”.",
  },
  askErase: {
    title: "Delete all comments of an address",
    text: "We email a link. It deletes all comments that were written with the address and without an account, with the name and the address.",
    email: "Your email address",
    button: "Send the link",
  },
  eraseSent: { title: "Check your inbox", text: "If there are comments of {email}, it gets an email with a link." },
  erase: {
    title: "Delete everything?",
    text: "All comments of {email} are deleted, with the name and the address. This can’t be undone.",
    button: "Delete everything",
  },
  erased: { title: "Everything is deleted", text: "Your comments, your name and your address are gone." },
  unknown: {
    title: "This link doesn’t work",
    text: "It may have been used already, it may be too old, or part of it may be missing.",
  },
  eraseLink: "Delete everything about an address",
  backToArticle: "Back to the article",
  home: "Back to home",
} as const;

export const texts = textsOf("guests", english);
