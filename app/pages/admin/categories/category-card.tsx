import { adminRoutes } from "../../../admin-routes.ts";
import type { AdminCategory } from "../../../domain/categories/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { hueOf } from "./category-name.tsx";

const figures = new Intl.NumberFormat("en-US");

type CategoryCardProps = { category: AdminCategory; onEdit(): void; onDelete(): void };

/** One category: its colour, its words, and how much is in it. */
export function CategoryCard({ category, onEdit, onDelete }: CategoryCardProps) {
  const { id, name, slug, description, color, posts_count, published_count } = category;
  return (
    <li className="category-card cat-own" style={hueOf(color)}>
      <header>
        <h2>{name}</h2>
        <div className="category-card-actions">
          <button type="button" className="icon-button" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
            <AdminIcon name="edit" />
          </button>
          <button type="button" className="icon-button" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
            <AdminIcon name="trash" />
          </button>
        </div>
      </header>
      <p className="row-note">
        <code>{slug}</code>
      </p>
      {description ? <p className="category-description">{description}</p> : null}
      <footer>
        <Link className="text-link" to={`${adminRoutes.posts()}?category=${id}`}>
          {`${figures.format(posts_count)} ${posts_count === 1 ? "post" : "posts"}`}
        </Link>
        <span>{`${figures.format(published_count)} published`}</span>
        <code>{color}</code>
      </footer>
    </li>
  );
}
