import { textsOf } from "../../texts/texts.ts";

/*
 * The privacy text that comes with the site. What is in bold stands before a colon or at the beginning of its item.
 */
export const english = {
  title: "Privacy",
  description: "What {site} stores about its readers, and what it doesn’t.",
  lead: "You can read everything here without telling us who you are. This page lists what is stored.",

  inShort: "In short",
  noCookies: "Reading sets no cookies.",
  noCompanies:
    "There is no advertising, and there are no fonts, scripts or images from other companies. Pages load from this site only, and no one else learns that you were here.",
  withoutName: "Likes and views are kept without your name.",
  countsItself: "This site counts its visits itself, unless your browser asks not to be tracked.",
  onlyAccounts: "Only an account holds your name and email address. You can download and delete it yourself.",

  inBrowser: "In your browser",
  inBrowserLead: "Your browser keeps these in its local storage, until you clear them in its settings:",
  sessionNumber:
    "A random session number, with the times it began and was last used. A new one is made after about half an hour without activity.",
  choices: "Your choice of light or dark and of grid or list, and whether the fonts have been loaded before.",
  sessionKeys: "If you sign in: the keys of your session, with your name, email address and role. Signing out removes them.",
  unsent: "If you write a comment and don’t send it: its text, so that it isn’t lost.",
  cookies:
    "If you choose light or dark, or sign in, one cookie is set. It contains the word “own”, the same for everyone, and tells the server that your browser has its own setting. If you sign in, a second cookie is set. It is signed for your account, so that you can sign in again from here while someone else tries passwords for it.",

  likesAndViews: "Likes and views",
  likes: "Likes.",
  likesText:
    "We store the article, your session number, whether you still like it, and when. That stays as long as the article does.",
  views: "Views.",
  viewsText:
    "We store that an article was opened and when. For half an hour your session number is kept with it, so that opening the article again counts once; then the number is removed. Nothing is stored if your browser sends Do Not Track or Global Privacy Control, or is a known bot.",
  neither: "Neither contains your name, your IP address or your location.",

  visits: "Visit statistics",
  visitsLead: "To know what is read and how people find it, this site stores for each page of a visit:",
  visitPage: "the page, when you came and left, how long you read and how far;",
  visitSource: "the site or campaign that led you here, and what you search for on this site;",
  visitBrowser: "your browser, its version, your system and the size of your screen;",
  visitPlace: "your country or city, looked up in a table on our own server;",
  visitAddress: "your IP address without its last part, so that a few hundred people share it.",
  visitNumber:
    "No cookie is set for this. Visitors are told apart by a number made from address and browser with a secret that changes daily. The secret and the session number are deleted after 48 hours: after that no one, including us, can find out who a visitor was or whether they came back.",
  visitsKept:
    "If your browser sends Do Not Track or Global Privacy Control, none of it is stored. Visits that look automated are set aside and deleted after 30 days. Visits are deleted after two years, unless the owner of this site has set another time. Only daily and monthly totals remain.",

  withAccount: "If you have an account",
  account: "Account.",
  accountText:
    "Your name, your email address, your password as a hash that can’t be turned back into it, what you write about yourself, and when you signed up and last signed in.",
  sessions: "Sessions.",
  sessionsText:
    "For each device on which you are signed in: its browser as it identifies itself, its IP address, and when it was first and last used. They are deleted 30 days after they end.",
  comments: "Comments.",
  commentsText:
    "What you write, where and when. Once published, everyone can read it with your name. If you report a comment, we keep the report and your reason.",
  emails: "Emails.",
  emailsText:
    "What this site sends you, such as confirmations and notices of replies, is kept for 30 days. Replies are only mailed while you want them.",

  logs: "Server logs and limits",
  serverLog:
    "The server log notes the time, the address of the page without its search terms, and whether it was answered. It contains neither your name nor your IP address.",
  limits: "To stop request floods and password guessing, the server counts requests by IP address for a short time.",
  activityLog:
    "An activity log records what administrators change and who did it. It contains email addresses and is kept for as long as the site exists. Sign-ins, including failed ones, and changes of passwords and email addresses stay in it for 90 days, with the IP address without its last part and the kind of browser.",

  whoSees: "Who can see it",
  whoSeesText:
    "The administrators of this site, and the people who run its server and mail. It isn’t sold or handed to anyone, and no other company’s service measures or stores anything here.",

  yourData: "Your data",
  ifAccount: "With an account:",
  ifAccountText:
    "{name} open {account} to download everything that is stored about you, to end sessions on other devices, or to delete the account.",
  yourAccount: "your account",
  deleting:
    "Deleting takes your profile, sessions and emails with it at once. Your comments stay without your name; delete them first if you want them gone.",
  ifNone: "Without one:",
  ifNoneText: "clear this site’s data in your browser’s settings, and nothing here can be linked to you.",
  otherSites: "Links to other sites",
  otherSitesText:
    "The share buttons are our own. Facebook, Twitter or LinkedIn only learn about you when you press one. Where an article embeds a video or music, we show a still image of our own; your browser loads the player only when you press its button. From then on, the rules of that site apply.",
  questions: "Questions",
  questionsText: "Write to {email}. Your email is kept until it has been answered.",

  // The text that is made from what is switched on

  kept: "Kept:",
  storageList: "{storage} lists everything that this site may keep in your browser. Reading sets no cookies.",
  storage: "Cookies and storage",
  whoSeesShort: "The administrators of this site, and the people who run its server and mail. It isn’t sold.",
} as const;

export const texts = textsOf("privacy", english);
