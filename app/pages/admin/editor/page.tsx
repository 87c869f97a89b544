import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate, useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { PageLink } from "../../public/page-link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/query-view.tsx";
import { PostForm } from "./post-form.tsx";
import { editedPostQuery } from "./queries.ts";

const BackToPosts = () => (
  <PageLink className="button" to={adminRoutes.posts()}>
    Back to Posts
  </PageLink>
);

/** An existing post, once it is there. */
function LoadedPost({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(editedPostQuery(id));
  if (data) return <PostForm post={data.post} edit={data.edit} author={null} onCreated={() => {}} />;
  if (!error) return <Spinner label="Loading..." />;
  const { status } = error as { status?: number };
  // An address that holds no id leads to no post either.
  if (status === 404 || status === 400) {
    return (
      <AdminPage title="Edit Post">
        <EmptyState title="Post not found" hint="It may have been deleted." action={<BackToPosts />} />
      </AdminPage>
    );
  }
  return (
    <AdminPage title="Edit Post">
      <div className="empty-state" role="alert">
        <h2>Error loading post</h2>
        <p>{messageOf(error, "The server could not be reached.")}</p>
        <button type="button" className="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </div>
    </AdminPage>
  );
}

/** For the address of an edited post without the post. */
export const MissingPost = () => (
  <AdminPage title="Edit Post">
    <EmptyState title="Post ID is missing" action={<BackToPosts />} />
  </AdminPage>
);

/**
 * Creating a post and editing one are one screen: a new post that has been saved goes on being written, at its own address
 * and with the cursor where it was.
 */
export function PostEditor() {
  const { id } = useParams();
  const navigate = useNavigate();
  const { person } = useAuth();
  /** the post that was created here, and how many forms for new posts there have been */
  const made = useRef<string | null>(null);
  const forms = useRef(0);
  if (id === undefined && made.current !== null) {
    made.current = null;
    forms.current += 1;
  }
  if (id !== undefined && id !== made.current) return <LoadedPost key={id} id={id} />;
  const onCreated = (created: string) => {
    made.current = created;
    void navigate(adminRoutes.editPost(created), { replace: true });
  };
  return <PostForm key={`new ${forms.current}`} post={null} edit={null} author={person?.name || null} onCreated={onCreated} />;
}
