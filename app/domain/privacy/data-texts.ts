import { textsOf } from "../../texts/texts.ts";

/*
 * What the privacy page says about each kind of data.
 */
export const english = {
  days: { one: "one day", other: "{count} days" },
  months: { one: "one month", other: "{count} months" },
  hours: { one: "one hour", other: "{count} hours" },

  accounts: {
    title: "Accounts",
    open: "Anyone can sign up.",
    openToComment: "Anyone can sign up, to write comments.",
    closed: "Only people who were invited have accounts. No one can sign up right now.",
    name: "Name, email address, and what people write about themselves",
    page: "Of authors, for everyone to see on their page: an image, links and their articles",
    password: "The password, as a hash that can’t be turned back into it",
    steps: "With two-step sign-in: the names of the apps, their secrets encrypted, and the recovery codes as hashes",
    passkeys: "With passkeys: their names, public keys, and when they were added and last used",
    handIns:
      "Of people who write for the site: which drafts they handed in, when, and with what note, until an editor has decided",
    times: "When they signed up and last signed in",
    kept: "Until the account is deleted, which people can do themselves.",
    pending: "A sign-up that is never confirmed is deleted after {days}.",
  },
  sessions: {
    title: "Sign-ins",
    purpose: "So that people stay signed in, and can sign out a device that they have lost.",
    stored: "The browser as it identifies itself, the IP address, and when the sign-in was first and last used",
    seen: "The kinds of browser and system, and the networks, without the last part of the IP address, to report new browsers: until {seen} after the last sign-in",
    kept: "A sign-in ends after {idle} without use, and after {most} at the latest. It is deleted {ended} later.",
  },
  comments: {
    title: "Comments",
    moderated: "To publish what readers say. An admin reads each comment first.",
    open: "To publish what readers say. Comments appear at once.",
    stored: "What was written, where, when and by whom; readers see it with the name",
    guests:
      "Of people who comment or follow comments without an account: name and email address, which readers never see, until everything is deleted at {page}. Comments that nobody confirms by email are deleted after {days}, and addresses with no comments, no followed articles and no ban after {idle}",
    reports: "Reports of comments, with their reasons",
    followed: "Who gets emails about new comments on an article, and since when",
    kept: "Until they are deleted. Deleted comments stay in a trash for {days}. Without the account, they stay without the name.",
  },
  likes: {
    title: "Likes",
    purpose: "To count them, and to let people take theirs back.",
    stored: "The article or comment, the random number of the browser, whether it still likes it, and when",
    kept: "As long as the article or comment",
  },
  views: {
    title: "Views",
    purpose: "To show how often an article was opened.",
    stored: "The article, when it was opened, and the random number of the browser, so that opening it again counts once",
    kept: {
      one: "The number for {count} minute, the rest as long as the article. Nothing with Do Not Track or Global Privacy Control.",
      other:
        "The number for {count} minutes, the rest as long as the article. Nothing with Do Not Track or Global Privacy Control.",
    },
  },
  visits: {
    title: "Visits",
    purpose: "To know what is read, and how people find it. The site counts visits itself, without any other company’s service.",
    page: "The page, when you came and left, how long you read and how far",
    source: "The site or campaign that led you here, and what you search for on this site",
    browser: "The browser, its version, the system and the size of the screen",
    address: "The IP address without its last part",
    placeAsked: "The location of the IP address. To find it, the address is sent to {places}.",
    place: "The location of the IP address, looked up in a table on this server. The address isn’t sent to anyone for that.",
    number: "A number made from address and browser with a secret that changes daily",
    kept: "Secret and session number for {hours}, single visits for {months}, visits that look automated for {days}; then only daily and monthly totals. Nothing with Do Not Track or Global Privacy Control.",
  },
  emails: {
    title: "Emails",
    purpose: "To confirm email addresses and changes.",
    purposeReplies: "To confirm email addresses and changes, and to tell you about replies while you want that.",
    byHand: "This site has no mail server. Its emails wait for an admin, who passes on links and codes.",
    stored: "The recipient, the text, and whether it was sent; links and codes are removed once it was",
  },
  newsletter: {
    title: "Newsletter",
    purpose: "To send new articles to those who have asked for them.",
    address: "The email address, how often and about what emails are wanted, and in which language",
    consent: "What was agreed to, when, on which page, and the IP address without its last part",
    sending: "Which emails were sent and whether they arrived; not whether they were opened",
    kept: "Until the subscriber deletes it, by a link in each email. After unsubscribing, the address is kept so that nothing is sent to it again. A subscription that isn’t confirmed is deleted after {days}.",
  },
  pictures: {
    title: "Images",
    purpose: "To show the images of articles.",
    here: "Images that authors upload, on this server",
    elsewhere: "Images that authors upload, at {host}. Your browser gets them from this site and never asks {host}.",
    kept: "Until they are deleted",
  },
  backups: {
    title: "Backups",
    purpose: "To bring the site back after a failure.",
    here: "Everything that is listed here, on this server or where the people who run it take it",
    elsewhere: "Everything that is listed here, at {host}",
    kept: "Of scheduled backups, the newest of each of {days} days, {weeks} weeks and {months} months. Deleted data stays in them until then.",
  },
  logs: {
    title: "Logs and limits",
    purpose: "To keep the site running, to stop request floods and password guessing, and to see who changed what.",
    server: "The server log: time, page without search terms, and whether it was answered; neither name nor IP address",
    requests: "The number of requests by IP address, for a short time",
    changes: "What admins change, with their email address",
    signIns: "Sign-ins, including failed ones, with the IP address without its last part and the kind of browser",
    kept: "What admins change as long as the site exists; sign-ins for {days}",
  },
} as const;

export const texts = textsOf("data", english);
