/** How much of the demo content is there, and what else goes with it. */
export type DemoContent = {
  posts: number;
  /** demo articles that somebody has worked on since they came */
  edited_posts: number;
  comments: number;
  users: number;
  /** likes of demo articles, also by real readers */
  likes: number;
  views: number;
  /** invented ones, for a first look at the analytics */
  visits: number;
  /** tags that came with the demo content and that nothing else uses */
  tags: number;
  /** comments on demo articles that came from real people; they go with the article */
  other_comments: number;
};

export const hasDemo = ({ posts, comments, users, visits }: DemoContent): boolean => posts + comments + users + visits > 0;
