import { textsOf } from "../../texts/texts.ts";

/*
 * What the list of stored cookies and keys says: for how long they are kept, and what each is for.
 */
export const english = {
  kept: {
    untilCleared: "Until you clear this site’s data",
    untilSent: "Until it is sent or saved",
    yearChosen: "One year after you chose a theme or signed in",
    minutes: { one: "{count} minute", other: "{count} minutes" },
    yearSignedIn: "One year after you signed in",
    yearConfirmed: "One year after you confirmed a comment",
    replaced: {
      one: "Replaced after {count} minute without activity",
      other: "Replaced after {count} minutes without activity",
    },
    not: "Removed at once",
    tab: "Until the tab is closed",
    plays: "Until it plays, or the tab is closed",
    signOut: "Until you sign out",
  },

  purposes: {
    look: "Tells the server that you have chosen a theme or signed in, so that pages don’t flash. Its value is the same for everyone.",
    sitePass: "Lets you see the site while it is closed for maintenance. On https, its name begins with __Host-.",
    knownBrowser:
      "Lets you sign in to your account from here, also while someone else tries passwords for it. On https, its name begins with __Host-.",
    guest:
      "Lets you comment without an account, and change your comments, after you have confirmed one by email. On https, its name begins with __Host-.",
    theme: "Your choice of light, dark or automatic.",
    readerSession: "A random number, so that you can take back a like, and an article that you open twice counts once.",
    readerSessionProbe: "Tests whether your browser allows storage.",
    fonts: "Whether the fonts have been loaded before, so that the text doesn’t change while you read.",
    listingView: "Whether you see articles as a grid or a list.",
    announcement: "Which announcement you closed.",
    reactRouterScrollPositions: "How far you had scrolled on each page, so that going back leads to the same place.",
    play: "The video or music that you have asked to play, while the page reloads.",
    session: "The tokens that keep you signed in, with your name, email address and role.",
    comment: "A comment you have started.",
    maintenancePassed: "When this tab last opened the site during maintenance, so that it doesn’t reload forever.",
    copy: "A copy of what you are writing, so that nothing is lost.",
    copies: "The same copies, in a place that survives a crash.",
    density: "The row density of tables.",
    sidebar: "Whether the sidebar is folded.",
    filters: "The filters that you have saved for lists.",
    editor: "Which parts of the editor are open.",
    focusMode: "Whether the editor is in focus mode.",
    wordGoal: "Your word goal for an article.",
  },
} as const;

export const texts = textsOf("keys", english);
