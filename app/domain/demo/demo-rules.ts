export type DemoContent = {
  posts: number;
  /** worked on since they came */
  edited_posts: number;
  comments: number;
  users: number;
  /** also by real readers */
  likes: number;
  views: number;
  visits: number;
  /** that nothing else uses */
  tags: number;
  /** from real people; they go with the article */
  other_comments: number;
};

export const hasDemo = ({ posts, comments, users, visits }: DemoContent): boolean => posts + comments + users + visits > 0;
