import { adminRoutes } from "../../../admin-routes.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";

const ACTIONS: { label: string; to: string; icon: AdminIconName }[] = [
  { label: "Manage Posts", to: adminRoutes.posts(), icon: "posts" },
  { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe" },
  { label: "Manage Users", to: adminRoutes.users(), icon: "users" },
  { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
];

/** The ways that are gone most often. */
export function QuickActions() {
  return (
    <section className="panel" aria-labelledby="quick-title">
      <h2 id="quick-title">Quick actions</h2>
      <ul className="quick-actions">
        {ACTIONS.map(({ label, to, icon }) => (
          <li key={to}>
            <Link to={to}>
              <AdminIcon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
