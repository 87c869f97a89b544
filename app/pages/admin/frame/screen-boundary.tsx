import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import { AdminPage } from "./admin-page.tsx";
import { EmptyState } from "./empty-state.tsx";

type Props = { address: string; children: ReactNode };
type State = { failedAt: string | null };

class Boundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: "" };
  }

  static getDerivedStateFromProps({ address }: Props, { failedAt }: State): Partial<State> | null {
    if (failedAt === "") return { failedAt: address };
    // Another screen may well work.
    return failedAt !== null && failedAt !== address ? { failedAt: null } : null;
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <Failed />;
  }
}

function Failed() {
  return (
    <AdminPage title="Something went wrong">
      <EmptyState
        title="This screen could not be shown"
        hint="It is our fault, not yours. The other screens go on working."
        action={
          <button type="button" className="button" onClick={() => location.reload()}>
            Try Again
          </button>
        }
      />
    </AdminPage>
  );
}

/** A screen that fails leaves the sidebar standing. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary address={pathname}>{children}</Boundary>;
}
