/*
 * The visible texts of blog analytics that the specification doesn't give.
 */

/** How far readers get. */
export const FUNNEL = {
  post: "Post",
  visits: "Visits",
  started: "Started",
  half: "Half",
  finished: "Finished",
  liked: "Liked",
  commented: "Commented",
  caption: "How far readers got, as a percentage of each post's visits",
  viewed: "Viewed",
  startedReading: "Started reading",
  readHalf: "Read half",
  allMatching: "All posts that match your filters",
  allPosts: "All posts",
  showAll: "Show all",
  readFunnel: "Read Funnel",
  none: "No one has read these posts in this period.",
} as const;

/** The screen and its filters. */
export const SCREEN = {
  searchPosts: "Search posts",
  searchHint: "Search posts...",
  category: "Category",
  loading: "Loading...",
  blogAnalytics: "Blog Analytics",
  updated: (time: string, timezone: string) => `Updated ${time} (${timezone})`,
} as const;

/** The posts with the most views. */
export const POSTS = {
  itsVisits: ": its visits",
  minRead: (minutes: number) => `${minutes} min read`,
  views: "Views",
  likes: "Likes",
  comments: "Comments",
  engagement: "Engagement",
  topPerformingPosts: "Top Performing Posts",
  postsByViews: "Posts by views",
} as const;

/** The figures of the period. */
export const CARDS = {
  fromLastPeriod: "from the last period",
  totalPosts: "Total Posts",
  postsHint: (now: number, before: number) => `Published in this period: ${now}, in the last: ${before}.`,
  totalViews: "Total Views",
  viewsHint: "Each page view counts. The number on a post counts each reader once every half hour.",
  engagementRate: "Engagement Rate",
  avgReadTime: "Avg. Read Time",
  minutes: (minutes: number) => `${minutes} min`,
  readTimeHint: (now: number, before: number) => `Posts published in this period: ${now} min, in the last: ${before} min.`,
  noReadTimeHint: "Nothing published in both periods to compare.",
} as const;

/** Trends, categories, and what readers read with. */
export const PANELS = {
  engagementTrends: "Engagement Trends",
  trendsTable: "Engagement trends",
  showOnlyIts: ": show only its posts",
  posts: "Posts",
  avgViews: "Avg. views",
  categoryPerformance: "Category Performance",
  noCategories: "No category data available",
  categoriesByViews: "Categories by views",
  unknown: "Unknown",
  deviceBreakdown: "Device Breakdown",
  browserBreakdown: "Browser Breakdown",
  visitorLocations: "Visitor Locations",
  moreLocations: (count: string) => `+${count} more locations`,
} as const;
